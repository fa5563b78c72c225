// Stop words of Germanic languages, from Lucene's analyzers.
export const germanic = {
  danish: `
    ad af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din disse dog du
    efter eller en end er et for fra ham han hans har havde have hende hendes her hos hun hvad hvis hvor i
    ikke ind jeg jer jo kunne man mange med meget men mig min mine mit mod ned noget nogle nu når og også om
    op os over på selv sig sin sine sit skal skulle som sådan thi til ud under var vi vil ville vor være
    været`,
  dutch: `
    aan al alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een eens en
    er ge geen geweest haar had heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je kan kon
    kunnen maar me meer men met mij mijn moet na naar niet niets nog nu of om omdat onder ons ook op over
    reeds te tegen toch toen tot u uit uw van veel voor want waren was wat werd wezen wie wil worden wordt
    zal ze zelf zich zij zijn zo zonder zou`,
  english: `
    a an and are as at be but by for if in into is it no not of on or such that the their then there these
    they this to was will with`,
  german: `
    aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes anderm
    andern anderr anders auch auf aus bei bin bis bist da damit dann das dasselbe dazu daß dein deine deinem
    deinen deiner deines dem demselben den denn denselben der derer derselbe derselben des desselben dessen
    dich die dies diese dieselbe dieselben diesem diesen dieser dieses dir doch dort du durch ein eine einem
    einen einer eines einig einige einigem einigen einiger einiges einmal er es etwas euch euer eure eurem
    euren eurer eures für gegen gewesen hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen
    ihr ihre ihrem ihren ihrer ihres im in indem ins ist jede jedem jeden jeder jedes jene jenem jenen jener
    jenes jetzt kann kein keine keinem keinen keiner keines können könnte machen man manche manchem manchen
    mancher manches mein meine meinem meinen meiner meines mich mir mit muss musste nach nicht nichts noch
    nun nur ob oder ohne sehr sein seine seinem seinen seiner seines selbst sich sie sind so solche solchem
    solchen solcher solches soll sollte sondern sonst um und uns unse unsem unsen unser unses unter viel vom
    von vor war waren warst was weg weil weiter welche welchem welchen welcher welches wenn werde werden wie
    wieder will wir wird wirst wo wollen wollte während würde würden zu zum zur zwar zwischen über`,
  norwegian: `
    alle at av bare begge ble blei bli blir blitt både båe da de deg dei deim deira deires dem den denne der
    dere deres det dette di din disse ditt du dykk dykkar då eg ein eit eitt eller elles en enn er et ett
    etter for fordi fra før ha hadde han hans har hennar henne hennes her hjå ho hoe honom hoss hossen hun
    hva hvem hver hvilke hvilken hvis hvor hvordan hvorfor i ikke ikkje ingen ingi inkje inn inni ja jeg kan
    kom korleis korso kun kunne kva kvar kvarhelst kven kvi kvifor man mange me med medan meg meget mellom
    men mi min mine mitt mot mykje ned no noe noen noka noko nokon nokor nokre nå når og også om opp oss
    over på samme seg selv si sia sidan siden sin sine sitt sjøl skal skulle slik so som somme somt så sånn
    til um upp ut uten var vart varte ved vere verte vi vil ville vore vors vort vår være vært å`,
  swedish: `
    alla allt att av blev bli blir blivit de dem den denna deras dess dessa det detta dig din dina ditt du
    där då efter ej eller en er era ert ett från för ha hade han hans har henne hennes hon honom hur här i
    icke ingen inom inte jag ju kan kunde man med mellan men mig min mina mitt mot mycket ni nu när någon
    något några och om oss på samma sedan sig sin sina sitta själv skulle som så sådan sådana sådant till
    under upp ut utan vad var vara varför varit varje vars vart vem vi vid vilka vilkas vilken vilket vår
    våra vårt än är åt över`,
} as const;
