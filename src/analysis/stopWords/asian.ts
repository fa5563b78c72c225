// Stop words of Asian languages, from Lucene's analyzers.
export const asian = {
  arabic: `
    أ ألا أما أن أنت أنه أنها أو أى أي أيضا إذا إلا إلى إلي إما إن إنه إنها ا اذا الآن الا الان التى التي
    الذى الذي الذين الى الي اما ان انت انه انها او اى اي ايضا ب بأن بان بعد بعض به بها بين بينما تكون تلك ثم
    جميع حتى حيث خلال ذلك ضمن على عليه عليها عن عند عندما غير ف فأن فان فما فهو فهى فهي في فيه فيها قبل قد
    كان كانت كل كما لا لدى لك لكن لم لن له لها ما مع من منذ منه منها نحو هذا هذه هناك هو هى هي و وأن وإن وان
    وفي وكان وكانت وكل ولا ولم ولن وما ومن وهو وهى وهي يكون`,
  bengali: `
    অনেক অন্য অবশ্য আগে আছে আজ আবার আমরা আমাদের আর ই উত্তর উপর উপরে এ এই এক্ এখন এত এব এমন এমনি এর এস এসে ও
    ওই কমনে করা করে কাছে কাজ কাজে কারণ কি কিছু কে কেউ কেখা কেন কোটি কোনো কয়েক খুব গিয়ে গেল চার চালু চেষ্টা
    ছিল জানা জ্নজন টি তখন তবে তা তাই তো থাকা থেকে দিন দু দুই দেওয়া ধামার নতুন না নাগাদ নিয়ে নেওয়া নয় পর পরে
    পাচ পি পেয়্র্ প্রতি প্রথম প্রযন্ত প্রাথমিক প্রায় বক্তব্য বন বলা বলে বলেন বহু বা বি বিভিন্ন বেশ বেশি মতো
    মধ্যে মনে যখন যদি যা যাওয়া যে র রকম লক্ষ শুধু শুরু সঙ্গে সব সহ সাধারণ সামনে সি সে সেই হতে হাজার হয়`,
  cjk: `
    a and are as at be but by for if in into is it no not of on or s such t that the their then there these
    they this to was will with www`,
  hindi: `
    अंदर अत अदि अप अपना अपनि अपनी अपने अभि अभी आदि आप इंहिं इंहें इंहों इतयादि इत्यादि इन इनका इन्हीं इन्हें
    इन्हों इस इसका इसकि इसकी इसके इसमें इसि इसी इसे उंहिं उंहें उंहों उन उनका उनकि उनकी उनके उनको उन्हीं
    उन्हें उन्हों उस उसके उसि उसी उसे एक एवं एस एसे ऐसे ओर और कइ कई कर करता करते करना करने करें कहते कहा का
    काफि काफ़ी कि किंहें किंहों कितना किन्हें किन्हों किया किर किस किसि किसी किसे की कुछ कुल के को कोइ कोई
    कोन कोनसा कौन कौनसा गया घर जब जहाँ जहां जा जिंहें जिंहों जितना जिधर जिन जिन्हें जिन्हों जिस जिसे जीधर
    जेसा जेसे जैसा जैसे जो तक तब तरह तिंहें तिंहों तिन तिन्हें तिन्हों तिस तिसे तो था थि थी थे दबारा दवारा
    दिया दुसरा दुसरे दूसरे दो द्वारा न नहिं नहीं ना निचे निहायत नीचे ने पर पहले पुरा पूरा पे फिर बनि बनी बहि
    बही बहुत बाद बाला बिलकुल भि भितर भी भीतर मगर मानो मे में यदि यह यहाँ यहां यहि यही या यिह ये रखें रवासा
    रहा रहे ऱ्वासा लिए लिये लेकिन व वगेरह वरग वर्ग वह वहाँ वहां वहिं वहीं वाले वुह वे वग़ैरह संग सकता सकते
    सबसे सभि सभी साथ साबुत साभ सारा से सो हि ही हुअ हुआ हुइ हुई हुए हे हें है हैं हो होता होति होती होते
    होना होने`,
  indonesian: `
    ada adalah adanya adapun agak agaknya agar akan akankah akhirnya aku akulah amat amatlah anda andalah
    antar antara antaranya apa apaan apabila apakah apalagi apatah atau ataukah ataupun bagai bagaikan
    bagaimana bagaimanakah bagaimanapun bagi bahkan bahwa bahwasanya banyak beberapa begini beginian
    beginikah beginilah begitu begitukah begitulah begitupun belum belumlah berapa berapakah berapalah
    berapapun bermacam bersama betulkah biasa biasanya bila bilakah bisa bisakah boleh bolehkah bolehlah
    buat bukan bukankah bukanlah bukannya cuma dahulu dalam dan dapat dari daripada dekat demi demikian
    demikianlah dengan depan di dia dialah diantara diantaranya dikarenakan dini diri dirinya disini
    disinilah dong dulu enggak enggaknya entah entahlah hal hampir hanya hanyalah harus haruslah harusnya
    hendak hendaklah hendaknya hingga ia ialah ibarat ingin inginkah inginkan ini inikah inilah itu itukah
    itulah jangan jangankan janganlah jika jikalau juga justru kala kalau kalaulah kalaupun kalian kami
    kamilah kamu kamulah kan kapan kapankah kapanpun karena karenanya ke kecil kemudian kenapa kepada
    kepadanya ketika khususnya kini kinilah kiranya kita kitalah kok lagi lagian lah lain lainnya lalu lama
    lamanya lebih macam maka makanya makin malah malahan mampu mampukah mana manakala manalagi masih
    masihkah masing mau maupun melainkan melalui memang mengapa mereka merekalah merupakan meski meskipun
    mungkin mungkinkah nah namun nanti nantinya nyaris oleh olehnya pada padahal padanya paling pantas para
    pasti pastilah per percuma pernah pula pun rupanya saat saatnya saja sajalah saling sama sambil sampai
    sana sangat sangatlah saya sayalah se sebab sebabnya sebagai sebagaimana sebagainya sebaliknya sebanyak
    sebegini sebegitu sebelum sebelumnya sebenarnya seberapa sebetulnya sebisanya sebuah sedang sedangkan
    sedemikian sedikit sedikitnya segala segalanya segera seharusnya sehingga sejak sejenak sekali sekalian
    sekaligus sekalipun sekarang seketika sekiranya sekitar sekitarnya sela selagi selain selaku selalu
    selama selamanya seluruh seluruhnya semacam semakin semasih semaunya sementara sempat semua semuanya
    semula sendiri sendirinya seolah seorang sepanjang sepantasnya sepantasnyalah seperti sepertinya sering
    seringnya serta serupa sesaat sesama sesegera sesekali seseorang sesuatu sesuatunya sesudah sesudahnya
    setelah seterusnya setiap setidaknya sewaktu siapa siapakah siapapun sini sinilah suatu sudah sudahkah
    sudahlah supaya tadi tadinya tak tanpa tapi telah tentang tentu tentulah tentunya terdiri terhadap
    terhadapnya terlalu terlebih tersebut tersebutlah tertentu tetapi tiap tidak tidakkah tidaklah toh waduh
    wah wahai walau walaupun wong yaitu yakni yang`,
  persian: `
    اباد اثر اره اري از است استفاده اش اكنون البته ام اما امد امده امروز امسال ان انان انجا اند انكه انها
    انچه او اورد اورده اول اي ايا ايد ايشان ايم اين اينكه اگر با بار باره باشد باشند باشيم بالا بالاي بايد
    بدون بر برابر براساس براي برخوردار برخي برداري بروز بسيار بسياري بعد بعري بعضي بلكه بله بلي بنابراين
    بندي به بهترين بود بودن بودند بوده بي بيرون بيست بيش بيشتر بيشتري بين تا تازه تاكنون تان تحت تر ترين
    تمام تمامي تنها تواند توانند توسط تول توي جا جاي جايي جدا جديد جريان جز جلوي جلوگيري حتي حدود حق خارج
    خدمات خواست خواهد خواهند خواهيم خود خويش خياه داد دادن دادند داده دارد دارند داريم داشت داشتن داشتند
    داشته دانست دانند در درباره دنبال ده دهد دهند دو دوم ديده ديروز ديگر ديگران ديگري را راه رفت رفته روب
    روزهاي روي ريزي زياد زير زيرا سابق ساخته سازي سراسر سري سعي سمت سوم سوي سپس شان شايد شد شدن شدند شده شش
    شما شناسي شود شوند صورت ضد ضمن طبق طريق طور طي عقب علت عنوان غير فقط فكر فوق قابل قبل قصد كجا كجاست كدام
    كرد كردم كردن كردند كرده كس كسي كل كمتر كنار كند كنم كنند كنيد كنيم كه كي لطفا ما مان مانند مثل مختلف
    مدتي مردم مرسي مقابل من مورد مي ميليارد ميليون مگر ناشي نام نبايد نبود نخست نخستين نخواهد ندارد ندارند
    نداشته نزد نزديك نشان نشده نظير نكرده نمايد نمي نه نوعي نيز نيست ه ها هاي هايي هر هرگز هزار هست هستند
    هستيم هفت هم همان همه همواره همين همچنان همچنين همچون هنوز هنگام هنگامي هيچ و وسط وقتي وقتيكه ولي وي وگو
    يا يابد يك يكديگر يكي پاعين پس پنج پيش چرا چطور چند چندين چنين چه چهار چون چيز چيزي چيست چگونه گذاري
    گذاشته گردد گرفت گرفته گروهي گفت گفته گويد گويند گيرد گيري`,
  sorani: `
    ئێمە ئێوە ئەم ئەو ئەوان ئەوەی بۆ بێ بێجگە بە بەبێ بەدەم بەردەم بەرلە بەرەوی بەرەوە بەلای بەپێی تۆ تێ جگە
    دوای دوو دە دەکات دەگەڵ سەر لێ لە لەبابەت لەباتی لەبارەی لەبرێتی لەبن لەبەر لەبەینی لەدەم لەرێ لەرێگا
    لەرەوی لەسەر لەلایەن لەناو لەنێو لەو لەپێناوی لەژێر لەگەڵ من ناو نێوان هەر هەروەها و وەک پاش پێ پێش چەند
    کرد کە ی`,
  thai: `
    กล่าว กว่า กัน กับ การ ก็ ก่อน ขณะ ขอ ของ ขึ้น คง ครั้ง ความ คือ จะ จัด จาก จึง ช่วง ซึ่ง ดัง ด้วย ด้าน
    ตั้ง ตั้งแต่ ตาม ต่อ ต่าง ต่างๆ ต้อง ถึง ถูก ถ้า ทั้ง ทั้งนี้ ทาง ที่ ที่สุด ทุก ทํา ทําให้ นอกจาก นัก
    นั้น นี้ น่า นํา บาง ผล ผ่าน พบ พร้อม มา มาก มี ยัง รวม ระหว่าง รับ ราย ร่วม ลง วัน ว่า สุด ส่ง ส่วน
    สําหรับ หนึ่ง หรือ หลัง หลังจาก หลาย หาก อยาก อยู่ อย่าง ออก อะไร อาจ อีก เขา เข้า เคย เฉพาะ เช่น เดียว
    เดียวกัน เนื่องจาก เปิด เปิดเผย เป็น เป็นการ เพราะ เพื่อ เมื่อ เรา เริ่ม เลย เห็น เอง แต่ แบบ แรก และ
    แล้ว แห่ง โดย ใน ให้ ได้ ไป ไม่ ไว้`,
  turkish: `
    acaba altmış altı ama ancak arada aslında ayrıca bana bazı belki ben benden beni benim beri beş bile bin
    bir biri birkaç birkez birçok birşey birşeyi biz bizden bize bizi bizim bu buna bunda bundan bunlar
    bunları bunların bunu bunun burada böyle böylece da daha dahi de defa değil diye diğer doksan dokuz
    dolayı dolayısıyla dört edecek eden ederek edilecek ediliyor edilmesi ediyor elli en etmesi etti ettiği
    ettiğini eğer gibi göre halen hangi hatta hem henüz hep hepsi her herhangi herkesin hiç hiçbir iki ile
    ilgili ise itibaren itibariyle için işte kadar karşın katrilyon kendi kendilerine kendini kendisi
    kendisine kendisini kez ki kim kimden kime kimi kimse kırk milyar milyon mu mü mı nasıl ne neden nedenle
    nerde nerede nereye niye niçin o olan olarak oldu olduklarını olduğu olduğunu olmadı olmadığı olmak
    olması olmayan olmaz olsa olsun olup olur olursa oluyor on ona ondan onlar onlardan onları onların onu
    onun otuz oysa pek rağmen sadece sanki sekiz seksen sen senden seni senin siz sizden sizi sizin
    tarafından trilyon tüm var vardı ve veya ya yani yapacak yapmak yaptı yaptıkları yaptığı yaptığını
    yapılan yapılması yapıyor yedi yerine yetmiş yine yirmi yoksa yüz zaten çok çünkü öyle üzere üç şey
    şeyden şeyi şeyler şu şuna şunda şundan şunları şunu şöyle`,
} as const;
