// Stop words of Slavic languages, from Lucene's analyzers.
export const slavic = {
  bulgarian: `
    а аз ако ала бе без беше би бил била били било близо бъдат бъде бяха в вас ваш ваша вероятно вече взема
    ви вие винаги все всеки всички всичко всяка във въпреки върху г ги главно го д да дали до докато докога
    дори досега доста е едва един ето за зад заедно заради засега затова защо защото и из или им има имат
    иска й каза как каква какво както какъв като кога когато което които кой който колко която къде където
    към ли м ме между мен ми мнозина мога могат може моля момента му н на над назад най направи напред
    например нас не него нея ни ние никой нито но някои някой няма обаче около освен особено от отгоре
    отново още пак по повече повечето под поне поради после почти прави пред преди през при пък първо с са
    само се сега си скоро след сме според сред срещу сте съм със също т тази така такива такъв там твой те
    тези ти тн то това тогава този той толкова точно трябва тук тъй тя тях у харесва ч че често чрез ще щом
    я`,
  czech: `
    a aby aj ale ani asi atd atp až bez bude budem budeš by byl byla byli bylo být co což cz další dnes do
    ho i jak jakmile jako jakož je jeho jehož jej jejich její jelikož jemu jen ještě jež ji jiné již jsem
    jseš jsme jsou jste já jí jíž k kam kde kdo když ke kterou která které který kteří mezi mi mne my má
    máte mít mě můj může na nad napište načež naši nebo neg nejsou není než nic nové nový nám nás němu němuž
    o od on ona oni ono ony pak po pod podle pokud pouze pravé pro proto protože proč první pta před přes
    při přičemž re s se si strana své svých svým svými ta tak také takže tato tedy ten tento teto tipy to
    tohle toho tohoto tom tomto tomu tomuto tu tuto ty tyto téma tím tímto těm těmu u už v vaše ve vy vám
    vás více však z za zda zde ze zprávy zpět či článku články`,
  russian: `
    а без более больше будет будто бы был была были было быть в вам вас вдруг ведь во вот впрочем все всегда
    всего всех всю вы где говорил да даже два для до другой его ее ей ему если есть еще ж же жизнь за зачем
    здесь и из или им иногда их к кажется как какая какой когда конечно кто куда ли лучше между меня мне
    много может можно мой моя мы на над надо наконец нас не него нее ней нельзя нет ни нибудь никогда ним
    них ничего но ну о об один он она они опять от перед по под после потом потому почти при про раз разве с
    сам свою себе себя сегодня сейчас сказал сказала сказать со совсем так такой там тебя тем теперь то
    тогда того тоже только том тот три тут ты у уж уже хорошо хоть чего человек чем через что чтоб чтобы
    чуть эти этого этой этом этот эту я`,
} as const;
