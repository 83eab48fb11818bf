/** What the words of a network command mean: the destination, what is sent, what is saved. */

import { readAddress, type WebAddress } from '../../facts/address.js'
import { HOLE, type Value } from '../value.js'

export interface Transfer {
  readonly address: WebAddress | undefined
  /** The value that the address was read from. */
  readonly target: Value | undefined
  /** Every word that is not an option. */
  readonly targets: readonly Value[]
  readonly data: readonly Value[]
  readonly headers: readonly Value[]
  /** Names of files that are sent. */
  readonly files: readonly string[]
  readonly sendsInput: boolean
  readonly output: string | undefined
  /** Whether the file keeps its remote name. */
  readonly keepsName: boolean
}

const DATA =
  /^(?:-[sSfLkgivN]{0,8}[dFT]|--data(?:-raw|-binary|-urlencode|-ascii)?|--form(?:-string)?|--json|--post-data|--body-data|--upload-file|--post-file|--body-file)$/
const DATA_JOINED =
  /^(?:--(?:data(?:-raw|-binary|-urlencode)?|form|json|post-data|post-file|body-data|body-file|upload-file)=|-[dFT](?=.))/
const HEADER = /^(?:-H|--header|-u|--user|-A|--user-agent|-e|--referer|-b|--cookie)$/
const OUTPUT = /^(?:-o|--output|--output-document|-O-)$/
const VALUED =
  /^(?:-X|--request|-m|--max-time|--connect-timeout|--retry|-x|--proxy|-w|--write-out|-c|--cookie-jar|-K|--config|--cacert|--cert|--key|-r|--range|-C|-t|--tries|-P|--directory-prefix|--url-query|-y|-z|--limit-rate|--resolve|--aws-sigv4|-D|--dump-header)$/

/** Parses the words after `curl`, `wget` and similar commands. */
export function readTransfer(program: string, words: readonly Value[]): Transfer {
  const reading = new TransferReading(program)
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word !== undefined && reading.take(word, words[at + 1])) at++
  }
  return reading.finish()
}

class TransferReading {
  readonly #isWget: boolean
  #isSigned = false
  #target: Value | undefined
  readonly #targets: Value[] = []
  readonly #data: Value[] = []
  readonly #headers: Value[] = []
  readonly #files: string[] = []
  #sendsInput = false
  #output: string | undefined
  #keepsName: boolean

  constructor(program: string) {
    this.#isWget = program === 'wget'
    this.#keepsName = this.#isWget || program === 'aria2c'
  }

  /** Whether the next word was consumed too. */
  take(word: Value, next: Value | undefined): boolean {
    const text = word.text ?? ''
    if (!text.startsWith('-')) {
      this.#addTarget(word)
      return false
    }
    return this.#takeOutput(text, next) ?? this.#takeData(word, text, next) ?? this.#takeOther(word, text, next)
  }

  /** Where the response is saved; undefined if the word does not say. */
  #takeOutput(text: string, next: Value | undefined): boolean | undefined {
    const takesNext = this.#isWget ? /^-[a-zA-Z]*O$/.test(text) : OUTPUT.test(text) || /^-[a-zA-Z]{1,8}o$/.test(text)
    const isJoined = this.#isWget && /^-[a-zA-Z]*O./.test(text)
    if (takesNext || isJoined) {
      this.#output = takesNext ? next?.text : text.slice(text.indexOf('O') + 1)
      this.#keepsName = false
      return takesNext
    }
    if (this.#isWget || !/^(?:-[a-zA-Z]*O[a-zA-Z]*|--remote-name)$/.test(text)) return undefined
    this.#keepsName = true
    return false
  }

  #takeData(word: Value, text: string, next: Value | undefined): boolean | undefined {
    if (DATA.test(text) && !(this.#isWget && /^-\w/.test(text))) {
      this.#addData(next, /file$|^-\w{0,8}T$/.test(text))
      return true
    }
    const joined = DATA_JOINED.exec(text)?.[0]
    if (joined === undefined || (this.#isWget && joined.length === 2)) return undefined
    this.#addData({ ...word, text: text.slice(joined.length) }, joined.includes('file'))
    return false
  }

  #takeOther(word: Value, text: string, next: Value | undefined): boolean {
    if (text === '--aws-sigv4') this.#isSigned = true
    if (HEADER.test(text)) {
      // Request credentials are not content.
      if (next !== undefined && !(this.#isSigned && /^(?:-u|--user)$/.test(text))) this.#headers.push(next)
      return true
    }
    if (VALUED.test(text)) return true
    if (word.taints.length > 0) this.#headers.push(word)
    return false
  }

  finish(): Transfer {
    return {
      address: this.#target?.text === undefined ? undefined : readAddress(this.#target.text),
      target: this.#target,
      targets: this.#targets,
      data: this.#data,
      headers: this.#headers,
      files: this.#files,
      sendsInput: this.#sendsInput,
      output: this.#output,
      keepsName: this.#keepsName,
    }
  }

  #addTarget(word: Value): void {
    this.#targets.push(word)
    const isAddress = word.text !== undefined && (word.text.includes('://') || readAddress(word.text) !== undefined)
    if (this.#target === undefined || (isAddress && this.#target.text?.includes('://') !== true)) this.#target = word
  }

  #addData(value: Value | undefined, isFile: boolean): void {
    if (value === undefined) return
    const text = value.text ?? HOLE
    const from = isFile ? text : /(?:^\w{0,30}|=)[@<]([^;]{1,300})/.exec(text)?.[1]
    if (from === '-' || from === '/dev/stdin') this.#sendsInput = true
    else if (from !== undefined) this.#files.push(from)
    this.#data.push(value)
  }
}
