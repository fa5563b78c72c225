// Stop words of other European languages, from Lucene's analyzers.
export const european = {
  armenian: `
    այդ այլ այն այս դու դուք եմ են ենք ես եք է էի էին էինք էիր էիք էր ըստ թ ի ին իսկ իր կամ համար հետ հետո
    մենք մեջ մի ն նա նաև նրա նրանք որ որը որոնք որպես ու ում պիտի վրա և`,
  basque: `
    al anitz arabera asko baina bat batean batek bati batzuei batzuek batzuetan batzuk bera beraiek berau
    berauek bere berori beroriek beste bezala da dago dira ditu du dute edo egin ere eta eurak ez gainera gu
    gutxi guzti haiei haiek haietan hainbeste hala han handik hango hara hari hark hartan hau hauei hauek
    hauetan hemen hemendik hemengo hi hona honek honela honetan honi hor hori horiei horiek horietan horko
    horra horrek horrela horretan horri hortik hura izan ni noiz nola non nondik nongo nor nora ze zein zen
    zenbait zenbat zer zergatik ziren zituen zu zuek zuen zuten`,
  greek: `
    αλλα αν αντι απο αυτα αυτεσ αυτη αυτο αυτοι αυτοσ αυτουσ αυτων για δε δεν εαν ειμαι ειμαστε ειναι εισαι
    ειστε εκεινα εκεινεσ εκεινη εκεινο εκεινοι εκεινοσ εκεινουσ εκεινων ενω επι η θα ισωσ κ και κατα κι μα
    με μετα μη μην να ο οι ομωσ οπωσ οσο οτι παρα ποια ποιεσ ποιο ποιοι ποιοσ ποιουσ ποιων που προσ πωσ σε
    στη στην στο στον τα την τησ το τον τοτε του των ωσ`,
  irish: `
    a ach ag agus an aon ar arna as b' ba beirt bhúr caoga ceathair ceathrar chomh chtó chuig chun cois céad
    cúig cúigear d' daichead dar de deich deichniúr den dhá do don dtí dá dár dó faoi faoin faoina faoinár
    fara fiche gach gan go gur haon hocht i iad idir in ina ins inár is le leis lena lenár m' mar mo mé na
    nach naoi naonúr ná ní níor nó nócha ocht ochtar os roimh sa seacht seachtar seachtó seasca seisear siad
    sibh sinn sna sé sí tar thar thú triúr trí trína trínár tríocha tú um ár é éis í ó ón óna ónár`,
  latvian: `
    aiz ap apakš apakšpus ar arī augšpus bet bez bija biji biju bijām bijāt būs būsi būsiet būsim būt būšu
    caur diemžēl diezin droši dēļ esam esat esi esmu gan gar iekam iekams iekām iekāms iekš iekšpus ik ir it
    itin iz ja jau jeb jebšu jel jo jā ka kamēr kaut kolīdz kopš kā kļuva kļuvi kļuvu kļuvām kļuvāt kļūs
    kļūsi kļūsiet kļūsim kļūst kļūstam kļūstat kļūsti kļūstu kļūt kļūšu labad lai lejpus līdz līdzko ne
    nebūt nedz nekā nevis nezin no nu nē otrpus pa par pat pie pirms pret priekš pār pēc starp tad tak tapi
    taps tapsi tapsiet tapsim tapt tapāt tapšu taču te tiec tiek tiekam tiekat tieku tik tika tikai tiki
    tikko tiklab tiklīdz tiks tiksiet tiksim tikt tiku tikvien tikām tikāt tikšu tomēr topat turpretim
    turpretī tā tādēļ tālab tāpēc un uz vai var varat varēja varēji varēju varējām varējāt varēs varēsi
    varēsiet varēsim varēt varēšu vien virs virspus vis viņpus zem ārpus šaipus`,
  lithuanian: `
    ant apie ar arba aš be bei bet bus buvo būti būtų dėl gali iki ir iš ja jai jais jam jame jas jei ji jie
    jiedu jiedvi jiedviem jiedviese jiems jis jo jodviem jog joje jomis joms jos jose judu judvi judviejų
    judviem judviese jumis jums jumyse juo juodu juodviese juos juose jus ją jį jūs jūsų jų jųdviejų kad kai
    kaip kas kiek kol kur kurie kuris ką man mane manimi mano manyje manęs mes metu mudu mudvi mudviejų
    mudviem mudviese mumis mums mumyse mus mūsų nei nes net nors nuo o pat per po prie prieš sau save savimi
    savo savyje savęs su tada tai taip tas tau tave tavimi tavyje tavęs tačiau ten to todėl tu tuo už visi
    yra į`,
} as const;
