/** Commands that only write or rewrite text: their output is computed if their input is known. */

import { decodeBase64, decodeHex, rotate13 } from '../decoders.js'
import { HOLE, joinWords, mergeTaints, taintedText, type Value, withTaint } from '../value.js'
import type { ShellCall } from './shell-call.js'

/** What `echo` and `printf` print. */
export function say({ name, words, at }: ShellCall): Value {
  const given = name === 'printf' ? formatted(words) : words
  const joined = joinWords(given.filter(({ text }) => text === undefined || !/^-[neE]+$/.test(text)))
  const isEscaped = name === 'printf' || words.some(({ text }) => /^-[nE]*e/.test(text ?? ''))
  if (!isEscaped || joined.text === undefined) return joined
  // `printf '%s' X` and `printf '\143\165'` are ways to write X.
  const plain = joined.text.replace(/^["']?(?:%[sb](?:\\n)?){1,8}["']? /, '').replace(/\\n/g, '\n')
  const text = plain.replace(/\\(?:x([0-9a-fA-F]{2})|0?([0-7]{3}))/g, (_, hex, octal) =>
    String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number.parseInt(octal, 8)),
  )
  return text === plain ? { ...joined, text } : withTaint({ ...joined, text }, { kind: 'decoded', name, at })
}

/** `printf 'ba%s' sh` writes `bash`: the other words fill the gaps in the first. */
function formatted(words: readonly Value[]): readonly Value[] {
  const [format, ...rest] = words
  const isOnlyHoles = /^(?:%[sb](?:\\n)?){1,8}$/.test(format?.text ?? '')
  if (format?.text === undefined || isOnlyHoles || !/%[sb]/.test(format.text)) return words
  let at = 0
  const text = format.text.replace(/%[sb]/g, () => rest[at++]?.text ?? HOLE)
  return [taintedText(text, mergeTaints(words))]
}

type Decoder = (text: string) => string | undefined

const NOT_WORKED_OUT: Decoder = () => undefined

/** A decoder, by name and options. */
const DECODERS: readonly (readonly [RegExp, Decoder])[] = [
  [/^g?base64 (?:[^|]{0,80} )?(?:-[a-zA-Z]*[dD]|--decode)/, decodeBase64],
  [/^(?:base32|basenc|uudecode)\b[^|]{0,80}\s-[a-z]*d/i, NOT_WORKED_OUT],
  [/^openssl [^|]{0,80}\s-d\b/, decodeBase64],
  [/^xxd [^|]{0,40}-[a-z]*r/, decodeHex],
  [
    /^tr (?:A-Za-z N-ZA-Mn-za-m|a-zA-Z n-za-mN-ZA-M|\[A-Za-z\] \[N-ZA-Mn-za-m\]|N-ZA-Mn-za-m A-Za-z|a-z n-za-m|n-za-m a-z)$/,
    rotate13,
  ],
  [/^rev\b/, (text) => [...text].reverse().join('')],
  [/^(?:gunzip|zcat|uudecode)\b|^(?:gzip|xz|bzip2) [^|]{0,40}-[a-z]*d/, NOT_WORKED_OUT],
]

/** A decoder's output: computed if the input is known, always marked as decoded; undefined for other commands. */
export function decodeStage({ name, words, input, at }: ShellCall): Value | undefined {
  const line = [name, ...words.map(({ text }) => text ?? '')].join(' ')
  const decoder = DECODERS.find(([pattern]) => pattern.test(line))?.[1]
  if (decoder === undefined) return undefined
  const isKnown = input?.text !== undefined && !input.text.includes(HOLE)
  const text = isKnown ? decoder(input.text ?? '') : undefined
  return withTaint(taintedText(text, input?.taints ?? []), { kind: 'decoded', name, at })
}
