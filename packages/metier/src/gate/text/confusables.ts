/** Letters from other scripts that look like Latin ones, and invisible characters. */

const PAIRS =
  'аa вb сc ԁd еe һh іi јj кk ӏl мm оo рp ԛq ѕs тt ѵv ԝw хx уy ᴢz ɑa ɡg ɩi ʟl ո n υu νv ωw οo ρp αa ιi κk τt χx γy ϲc ϳj еe ё e ї i АA ВB СC ЕE НH ІI ЈJ КK МM ОO РP ЅS ТT ХX УY ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX օo ѡw ցg һh ꮃw ⅼl ⅰi ⅽc ⅾd ⅿm ⅴv ⅹx ℓl'

/** From a look-alike to its Latin letter. */
export const CONFUSABLES: ReadonlyMap<string, string> = new Map(
  PAIRS.split(' ').flatMap((pair): [string, string][] => {
    const [from, to] = [...pair]
    return from !== undefined && to !== undefined ? [[from, to]] : []
  }),
)

/** Zero-width characters, joiners, soft hyphens, byte order marks and other marks without a width. */
export function isInvisible(code: number): boolean {
  return (
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2060 && code <= 0x2064) ||
    code === 0x00ad ||
    code === 0x034f ||
    code === 0x180e ||
    code === 0xfeff ||
    (code >= 0xfe00 && code <= 0xfe0f)
  )
}

/** Marks that reorder displayed text. */
export function isBidirectional(code: number): boolean {
  return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
}
