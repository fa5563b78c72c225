/**
 * Characters by their ASCII form, in pairs: the ASCII text, then the characters that it replaces. `À-Å` is a
 * range. An ASCII text may be repeated if its characters do not fit on one line.
 */
const PAIRS = `
  ! ！ " «»“-„″‶❝❞❮❯＂ # ＃ $ ＄ % ⁒％ & ＆ ' ‘-‛′‵‹›❛❜＇ ( ⁽₍❨❪（ ) ⁾₎❩❫） * ⁎＊ + ⁺₊＋ , ， - ‐-—⁻₋－ . ． / ⁄／
  0 ⁰₀⓪⓿０ 1 ¹₁①⓵❶➀➊１ 2 ²₂②⓶❷➁➋２ 3 ³₃③⓷❸➂➌３ 4 ⁴₄④⓸❹➃➍４ 5 ⁵₅⑤⓹❺➄➎５ 6 ⁶₆⑥⓺❻➅➏６ 7 ⁷₇⑦⓻❼➆➐７ 8 ⁸₈⑧⓼❽➇➑８
  9 ⁹₉⑨⓽❾➈➒９ : ： ; ⁏； < ❬❰＜ = ⁼₌＝ > ❭❱＞ ? ？ @ ＠ A À-ÅĀĂĄƏǍǞǠǺȀȂȦȺᴀḀẠẢẤẦẨẪẬẮẰẲẴẶⒶＡ B ƁƂɃʙᴃḂḄḆⒷＢ
  C ÇĆĈĊČƇȻʗᴄḈⒸＣ D ÐĎĐƉ-ƋᴅᴆḊḌḎḐḒⒹꝹＤ E È-ËĒĔĖĘĚƎƐȄȆȨɆᴇḔḖḘḚḜẸẺẼẾỀỂỄỆⒺⱻＥ F ƑḞⒻꜰꝻꟻＦ G ĜĞĠĢƓǤ-ǧǴɢʛḠⒼꝽꝾＧ
  H ĤĦȞʜḢḤḦḨḪⒽⱧⱵＨ I Ì-ÏĨĪĬĮİƖƗǏȈȊɪᵻḬḮỈỊⒾꟾＩ J ĴɈᴊⒿＪ K ĶƘǨᴋḰḲḴⓀⱩꝀꝂꝄＫ L ĹĻĽĿŁȽʟᴌḶḸḺḼⓁⱠⱢꝆꝈꞀＬ M ƜᴍḾṀṂⓂⱮꟽꟿＭ
  N ÑŃŅŇŊƝǸȠɴᴎṄṆṈṊⓃＮ O Ò-ÖØŌŎŐƆƟƠǑǪǬǾȌȎȪȬȮȰᴏᴐṌṎṐṒỌỎỐỒỔỖỘỚỜỞỠỢⓄꝊꝌＯ P ƤᴘṔṖⓅⱣꝐꝒꝔＰ Q ɊⓆꝖꝘＱ
  R ŔŖŘȐȒɌʀʁᴙᴚṘṚṜṞⓇⱤꝚꞂＲ S ŚŜŞŠȘṠṢṤṦṨⓈꜱꞅＳ T ŢŤŦƬƮȚȾᴛṪṬṮṰⓉꞆＴ U Ù-ÜŨŪŬŮŰŲƯǓǕǗǙǛȔȖɄᴜᵾṲṴṶṸṺỤỦỨỪỬỮỰⓊＵ
  V ƲɅᴠṼṾỼⓋꝞꝨＶ W ŴǷᴡẀẂẄẆẈⓌⱲＷ X ẊẌⓍＸ Y ÝŶŸƳȲɎʏẎỲỴỶỸỾⓎＹ Z ŹŻŽƵȜȤᴢẐẒẔⓏⱫꝢＺ [ ⁅❲［ \\ ＼ ] ⁆❳］ ^ ‸＾ _ ＿
  a à-åāăąǎǟǡǻȁȃȧɐəɚᶏᶕḁẚạảấầẩẫậắằẳẵặₐₔⓐⱥⱯａ b ƀƃɓᵬᶀḃḅḇⓑｂ c çćĉċčƈȼɕḉↄⓒꜾꜿｃ d ðďđƌȡɖɗᵭᶁᶑḋḍḏḑḓⓓꝺｄ
  e è-ëēĕėęěǝȅȇȩɇɘɛ-ɞʚᴈᶒ-ᶔḕḗḙḛḝẹẻẽếềểễệₑⓔⱸｅ f ƒᵮᶂḟẛⓕꝼｆ g ĝğġģǵɠɡᵷᵹᶃḡⓖꝿｇ h ĥħȟɥɦʮʯḣḥḧḩḫẖⓗⱨⱶｈ
  i ì-ïĩīĭįıǐȉȋɨᴉᵢᵼᶖḭḯỉịⁱⓘｉ j ĵǰȷɉɟʄʝⓙⱼｊ k ķƙǩʞᶄḱḳḵⓚⱪꝁꝃꝅｋ l ĺļľŀłƚȴɫ-ɭᶅḷḹḻḽⓛⱡꝇꝉꞁｌ m ɯ-ɱᵯᶆḿṁṃⓜｍ
  n ñńņňŉŋƞǹȵɲɳᵰᶇṅṇṉṋⁿⓝｎ o ò-öøōŏőơǒǫǭǿȍȏȫȭȯȱɔɵᴖᴗᶗṍṏṑṓọỏốồổỗộớờởỡợₒⓞⱺꝋꝍｏ p ƥᵱᵽᶈṕṗⓟꝑꝓꝕꟼｐ q ĸɋʠⓠꝗꝙｑ
  r ŕŗřȑȓɍɼ-ɿᵣᵲᵳᶉṙṛṝṟⓡꝛꞃｒ s śŝşšſșȿʂᵴᶊṡṣṥṧṩẜẝⓢꞄｓ t ţťŧƫƭțȶʇʈᵵṫṭṯṱẗⓣⱦｔ u ù-üũūŭůűųưǔǖǘǚǜȕȗʉᵤᶙṳṵṷṹṻụủứừửữựⓤｕ
  v ʋʌᵥᶌṽṿⓥⱱⱴꝟｖ w ŵƿʍẁẃẅẇẉẘⓦⱳｗ x ᶍẋẍₓⓧｘ y ýÿŷƴȳɏʎẏẙỳỵỷỹỿⓨｙ z źżžƶȝȥɀʐʑᵶᶎẑẓẕⓩⱬꝣｚ { ❴｛ } ❵｝ ~ ⁓～ !! ‼ !? ⁉
  (( ⸨ )) ⸩ 1. ⒈ 10 ⑩⓾❿➉➓ 11 ⑪⓫ 12 ⑫⓬ 13 ⑬⓭ 14 ⑭⓮ 15 ⑮⓯ 16 ⑯⓰ 17 ⑰⓱ 18 ⑱⓲ 19 ⑲⓳ 2. ⒉ 20 ⑳⓴ 3. ⒊ 4. ⒋ 5. ⒌
  6. ⒍ 7. ⒎ 8. ⒏ 9. ⒐ ?! ⁈ ?? ⁇ AA Ꜳ AE ÆǢǼᴁ AO Ꜵ AU Ꜷ AV ꜸꜺ AY Ꜽ DZ ǄǱ Dz ǅǲ HV Ƕ IJ Ĳ LJ Ǉ LL Ỻ Lj ǈ
  NJ Ǌ Nj ǋ OE Œɶ OO Ꝏ OU Ȣᴕ SS ẞ TH ÞꝦ TZ Ꜩ VY Ꝡ aa ꜳ ae æǣǽᴂ ao ꜵ au ꜷ av ꜹꜻ ay ꜽ db ȸ dz ǆǳʣʥ ff ﬀ fi ﬁ
  fl ﬂ hv ƕ ij ĳ lj ǉ ll ỻ ls ʪ lz ʫ nj ǌ oe œᴔ oo ꝏ ou ȣ qp ȹ ss ß st ﬆ tc ʨ th þᵺꝧ ts ʦ tz ꜩ ue ᵫ vy ꝡ
  (1) ⑴ (2) ⑵ (3) ⑶ (4) ⑷ (5) ⑸ (6) ⑹ (7) ⑺ (8) ⑻ (9) ⑼ (a) ⒜ (b) ⒝ (c) ⒞ (d) ⒟ (e) ⒠ (f) ⒡ (g) ⒢ (h) ⒣
  (i) ⒤ (j) ⒥ (k) ⒦ (l) ⒧ (m) ⒨ (n) ⒩ (o) ⒪ (p) ⒫ (q) ⒬ (r) ⒭ (s) ⒮ (t) ⒯ (u) ⒰ (v) ⒱ (w) ⒲ (x) ⒳ (y) ⒴
  (z) ⒵ 10. ⒑ 11. ⒒ 12. ⒓ 13. ⒔ 14. ⒕ 15. ⒖ 16. ⒗ 17. ⒘ 18. ⒙ 19. ⒚ 20. ⒛ ffi ﬃ ffl ﬄ (10) ⑽ (11) ⑾ (12) ⑿
  (13) ⒀ (14) ⒁ (15) ⒂ (16) ⒃ (17) ⒄ (18) ⒅ (19) ⒆ (20) ⒇`;

/** The ASCII text of every character that has one. All of them are in the basic plane. */
export function asciiFoldingTable(): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  const words = PAIRS.trim().split(/\s+/);
  for (let i = 0; i < words.length; i += 2) {
    for (const [, first, last] of words[i + 1].matchAll(/(.)(?:-(.))?/g))
      addRange(table, first, last, words[i]);
  }
  return table;
}

function addRange(table: Map<string, string>, first: string, last: string | undefined, ascii: string): void {
  const end = (last ?? first).charCodeAt(0);
  for (let code = first.charCodeAt(0); code <= end; code++) table.set(String.fromCharCode(code), ascii);
}
