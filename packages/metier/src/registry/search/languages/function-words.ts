/** The small words of each language: they tell the language of a query, and say nothing about what a skill does. */
import type { QueryLanguage } from './concepts.js'

// Without accents. The English ones are in `stop-words.ts`.
const WORDS = {
  de: `aber alle allen alles als am an auch auf aus bei bin bis bitte brauche da damit dann das dass dein dem den der des die dies
    diese diesem diesen dieser doch du durch ein eine einem einen einer eines er es etwas fur gerade gibt haben habe hat
    hilf ich ihr im in ist ja kann kannst kein keine konnen lass machen man mein meine meinem meinen meiner mich mir mit
    mochte muss nach nicht noch nur ob oder ohne sein sich sie sind so soll uber um und uns unser unsere unter vom von
    vor wann warum was welche welcher welches wenn wer werden wie wieder wir wird wo zu zum zur`,
  es: `a al algo ahora como con cual cuales cuando de del desde donde el ella en entre es esa ese esta estan este esto ha hacer
    hay la las le lo los mas me mi mis mismo muy necesito no nos o para pero por puede puedo que quien quiero se ser si
    sin sobre su sus te tengo todo todos tu un una unas uno unos y ya`,
  fr: `a ai au aux avec besoin c ce ces cette comme comment d dans de depuis des du elle en es est et etre faire faut il ils j
    je l la le les leur lui m ma mais me mes mon n ne nos notre nous on ou par pas peut peux plus pour puis qu quand que
    quel quelle quelles quels qui s sa sans se ses si son sont sous sur ta te tes toi ton tous tout tu un une veux vos
    votre vous y`,
  pt: `a ao aos as com como da das de dele do dos e ela ele em entre era essa esse esta estao este eu foi ha isso isto ja la mais
    mas me mesmo meu meus minha minhas muito na nao nas nem no nos o onde os ou para partir pela pelo por posso preciso
    qual quando que quem quero se sem ser seu seus sua tem todo todos tudo um uma umas uns voce`,
} as const

/** Particles, pronouns and endings of languages without spaces, longest first. */
const UNSPACED_WORDS = `我想要 帮我 我想 我要 如何 怎么 怎样 什么 哪些 哪个 一个 这个 那个 可以 能够 需要 使用 进行 通过 里面 以及 并且 我的 你的 请 我 你 他 的 了 吗 呢 把 给 在 是
  和 与 用 里 对 为 从 到 并 将 被 上 下 中 个 位 三
  したいです したい ください してください について ための している された される します する した して です ます から まで より など よく ある ない いる こと もの ため よう どう
  の を に は が で と も へ や か な て た る い し
  해주세요 해줘 하고싶어 하는 하고 해서 하기 하는법 방법 에서 으로 에게 부터 까지 처럼 그리고 주세요 싶어 있는 없는 을 를 이 가 은 는 의 에 로 와 과 도 줘 해 한 할`

/** The languages with spaces in which a word is a small one. */
export function languagesOfFunctionWord(word: string): readonly QueryLanguage[] {
  return spaced().get(word) ?? []
}

/** The small word of a language without spaces that starts at a position of a text; empty if none does. */
export function unspacedFunctionWordAt(text: string, at: number): string {
  unspacedWords ??= UNSPACED_WORDS.split(/\s+/).sort((a, b) => b.length - a.length)
  return unspacedWords.find((word) => text.startsWith(word, at)) ?? ''
}

let unspacedWords: readonly string[] | undefined
let spacedWords: ReadonlyMap<string, readonly QueryLanguage[]> | undefined

/** Created for the first query in another language. */
function spaced(): ReadonlyMap<string, readonly QueryLanguage[]> {
  if (spacedWords !== undefined) return spacedWords
  const words = new Map<string, QueryLanguage[]>()
  for (const [language, list] of Object.entries(WORDS)) {
    for (const word of list.split(/\s+/)) words.set(word, [...(words.get(word) ?? []), language as QueryLanguage])
  }
  spacedWords = words
  return words
}
