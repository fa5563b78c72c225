// Stop words of Romance languages, from Lucene's analyzers.
export const romance = {
  brazilian: `
    a ainda alem ambas ambos antes ao aonde aos apos aquele aqueles as assim com como contra contudo cuja
    cujas cujo cujos da das de dela dele deles demais depois desde desta deste dispoe dispoem diversa
    diversas diversos do dos durante e ela elas ele eles em entao entre essa essas esse esses esta estas
    este estes ha isso isto logo mais mas mediante menos mesma mesmas mesmo mesmos na nao nas nem nesse
    neste nos o os ou outra outras outro outros pelas pelo pelos perante pois por porque portanto propios
    proprio quais qual qualquer quando quanto que quem quer se seja sem sendo seu seus sob sobre sua suas
    tal tambem teu teus toda todas todo todos tua tuas tudo um uma umas uns`,
  catalan: `
    a abans ací ah així això al aleshores algun alguna algunes alguns alhora allà allí allò als altra altre
    altres amb ambdues ambdós apa aquell aquella aquelles aquells aquest aquesta aquestes aquests aquí baix
    cada cadascuna cadascunes cadascuns cadascú com contra d'un d'una d'unes d'uns dalt de del dels des
    després dins dintre donat doncs durant e eh el els em en encara ens entre eren es esta estaven esteu
    està estàvem estàveu et etc ets fins fora gairebé ha han has havia he hem heu hi ho i igual iguals ja
    l'hi la les li li'n llavors m'he ma mal malgrat mateix mateixa mateixes mateixos me mentre meu meus meva
    meves molt molta moltes molts mon mons més n'he n'hi ne ni no nogensmenys només nosaltres nostra nostre
    nostres o oh oi on pas pel pels per perquè però poc poca pocs poques potser propi qual quals quan quant
    que quelcom qui quin quina quines quins què s'ha s'han sa semblant semblants ses seu seus seva seves si
    sobre sobretot solament sols son sons sota sou sóc són t'ha t'han t'he ta tal també tampoc tan tant
    tanta tantes teu teus teva teves ton tons tot tota totes tots un una unes uns us va vaig vam van vas veu
    vosaltres vostra vostre vostres érem éreu és`,
  french: `
    ai aie aient aies ait au aurai auraient aurais aurait aurez auriez aurions aurons auront aux avaient
    avais avait avec avez aviez avons ayant ayez ayons c ce ceci cela celà ces cet cette d dans de des du
    elle en es et eu eue eues eurent eus eusse eussent eusses eussiez eussions eut eux eûmes eût eûtes
    furent fus fusse fussent fusses fussiez fussions fut fûmes fûtes ici il ils j je l la le les leur leurs
    lui m ma mais me mes moi mon même n ne nos notre nous on ont ou par pas pour qu que quel quelle quelles
    quels qui s sa sans se sera serai seraient serais serait seras serez seriez serions serons seront ses
    soi soient sois soit sont soyez soyons suis sur t ta te tes toi ton tu un une vos votre vous y à étaient
    étais était étant étiez étions étée étées êtes`,
  galician: `
    a alí ao aos aquel aquela aquelas aqueles aquilo aquí as así aínda ben cando che co coa coas comigo con
    connosco contigo convosco cos cun cunha cunhas cuns da dalgunha dalgunhas dalgún dalgúns das de del dela
    delas deles desde deste do dos dun dunha dunhas duns e el ela elas eles en era eran esa esas ese eses
    esta estaba estar este estes estiven estou está están eu facer foi foron fun había hai iso isto la las
    lle lles lo los mais me meu meus min miña miñas moi na nas neste nin no non nos nosa nosas noso nosos
    nun nunha nunhas nuns nós o os ou para pero pode pois pola polas polo polos por que se senón ser seu
    seus sexa sido sobre súa súas tamén tan te ten ter teu teus teñen teño ti tido tiven tiña túa túas un
    unha unhas uns vos vosa vosas voso vosos vós á é ó ós`,
  italian: `
    a abbia abbiamo abbiano abbiate ad agl agli ai al all alla alle allo anche avemmo avendo avesse avessero
    avessi avessimo aveste avesti avete aveva avevamo avevano avevate avevi avevo avrai avranno avrebbe
    avrebbero avrei avremmo avremo avreste avresti avrete avrà avrò avuta avute avuti avuto c che chi ci coi
    col come con contro cui da dagl dagli dai dal dall dalla dalle dallo degl degli dei del dell della delle
    dello di dov dove e ebbe ebbero ebbi ed era erano eravamo eravate eri ero essendo faccia facciamo
    facciano facciate faccio facemmo facendo facesse facessero facessi facessimo faceste facesti faceva
    facevamo facevano facevate facevi facevo fai fanno farai faranno farebbe farebbero farei faremmo faremo
    fareste faresti farete farà farò fece fecero feci fosse fossero fossi fossimo foste fosti fu fui fummo
    furono gli ha hai hanno ho i il in io l la le lei li lo loro lui ma mi mia mie miei mio ne negl negli
    nei nel nell nella nelle nello noi non nostra nostre nostri nostro o per perché più quale quanta quante
    quanti quanto quella quelle quelli quello questa queste questi questo sarai saranno sarebbe sarebbero
    sarei saremmo saremo sareste saresti sarete sarà sarò se sei si sia siamo siano siate siete sono sta
    stai stando stanno starai staranno starebbe starebbero starei staremmo staremo stareste staresti starete
    starà starò stava stavamo stavano stavate stavi stavo stemmo stesse stessero stessi stessimo steste
    stesti stette stettero stetti stia stiamo stiano stiate sto su sua sue sugl sugli sui sul sull sulla
    sulle sullo suo suoi ti tra tu tua tue tuo tuoi tutti tutto un una uno vi voi vostra vostre vostri
    vostro è`,
  portuguese: `
    a ao aos aquela aquelas aquele aqueles aquilo as até com como da das de dela delas dele deles depois do
    dos e ela elas ele eles em entre era eram essa essas esse esses esta estamos estas estava estavam este
    esteja estejam estejamos estes esteve estive estivemos estiver estivera estiveram estiverem estivermos
    estivesse estivessem estivéramos estivéssemos estou está estávamos estão eu foi fomos for fora foram
    forem formos fosse fossem fui fôramos fôssemos haja hajam hajamos havemos hei houve houvemos houver
    houvera houveram houverei houverem houveremos houveria houveriam houvermos houverá houverão houveríamos
    houvesse houvessem houvéramos houvéssemos há hão isso isto já lhe lhes mais mas me mesmo meu meus minha
    minhas muito na nas nem no nos nossa nossas nosso nossos num numa não nós o os ou para pela pelas pelo
    pelos por qual quando que quem se seja sejam sejamos sem serei seremos seria seriam será serão seríamos
    seu seus somos sou sua suas são só também te tem temos tenha tenham tenhamos tenho terei teremos teria
    teriam terá terão teríamos teu teus teve tinha tinham tive tivemos tiver tivera tiveram tiverem tivermos
    tivesse tivessem tivéramos tivéssemos tu tua tuas tém tínhamos um uma você vocês vos à às éramos`,
  romanian: `
    acea aceasta această aceea acei aceia acel acela acele acelea acest acesta aceste acestea aceşti aceştia
    acolo acum ai aia aibă aici al ale alea altceva altcineva am ar are asemenea asta astea astăzi asupra au
    avea avem aveţi azi aş aşadar aţi bine bucur bună ca care ce cel ceva chiar cine cineva contra cu cum
    cumva curând curînd când cât câte câtva câţi cînd cît cîte cîtva cîţi că căci cărei căror cărui către da
    dacă dar datorită de deci deja deoarece departe deşi din dinaintea dintr dintre drept după dă ea ei el
    ele eram este eu eşti face fi fie fiecare fii fim fiţi fără iar ieri la le li lor lui lângă lîngă mea
    mei mele mereu meu mi mine mult multă mulţi mâine mă ne nici nicăieri nimeni nişte noastre noastră noi
    nostru noştri nu ori oricare orice oricine oricum oricând oricât oricînd oricît oriunde pe pentru peste
    poate pot prea prima primul prin printr până pînă sa sale sau se spre sub sunt suntem sunteţi sînt
    sîntem sînteţi să săi său ta tale te tine toate toată tot totuşi toţi tu tăi tău un una unde undeva unei
    unele uneori unor vi voastre voastră voi vostru vouă voştri vreo vreun vă îi îl îmi împotriva în înainte
    înaintea încotro încât încît între întrucât întrucît îţi ăla ălea ăsta ăstea ăştia şi ţi ţie`,
  spanish: `
    a al algo algunas algunos ante antes como con contra cual cuando de del desde donde durante e el ella
    ellas ellos en entre era erais eran eras eres es esa esas ese eso esos esta estaba estabais estaban
    estabas estad estada estadas estado estados estamos estando estar estaremos estará estarán estarás
    estaré estaréis estaría estaríais estaríamos estarían estarías estas este estemos esto estos estoy
    estuve estuviera estuvierais estuvieran estuvieras estuvieron estuviese estuvieseis estuviesen
    estuvieses estuvimos estuviste estuvisteis estuviéramos estuviésemos estuvo está estábamos estáis están
    estás esté estéis estén estés fue fuera fuerais fueran fueras fueron fuese fueseis fuesen fueses fui
    fuimos fuiste fuisteis fuéramos fuésemos ha habida habidas habido habidos habiendo habremos habrá habrán
    habrás habré habréis habría habríais habríamos habrían habrías habéis había habíais habíamos habían
    habías han has hasta hay haya hayamos hayan hayas hayáis he hemos hube hubiera hubierais hubieran
    hubieras hubieron hubiese hubieseis hubiesen hubieses hubimos hubiste hubisteis hubiéramos hubiésemos
    hubo la las le les lo los me mi mis mucho muchos muy más mí mía mías mío míos nada ni no nos nosotras
    nosotros nuestra nuestras nuestro nuestros o os otra otras otro otros para pero poco por porque que
    quien quienes qué se sea seamos sean seas seremos será serán serás seré seréis sería seríais seríamos
    serían serías seáis sido siendo sin sobre sois somos son soy su sus suya suyas suyo suyos sí también
    tanto te tendremos tendrá tendrán tendrás tendré tendréis tendría tendríais tendríamos tendrían tendrías
    tened tenemos tenga tengamos tengan tengas tengo tengáis tenida tenidas tenido tenidos teniendo tenéis
    tenía teníais teníamos tenían tenías ti tiene tienen tienes todo todos tu tus tuve tuviera tuvierais
    tuvieran tuvieras tuvieron tuviese tuvieseis tuviesen tuvieses tuvimos tuviste tuvisteis tuviéramos
    tuviésemos tuvo tuya tuyas tuyo tuyos tú un una uno unos vosotras vosotros vuestra vuestras vuestro
    vuestros y ya yo él éramos`,
} as const;
