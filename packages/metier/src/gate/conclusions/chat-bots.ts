/** Addresses of chat bots and webhooks that contain their key: what is sent there, its owner reads. */

const BOTS: readonly RegExp[] = [
  /^https?:\/\/api\.telegram\.org\/bot(\d{6,14}:[\w-]{12,60})\//i,
  /^https?:\/\/(?:\w{2,10}\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/(\d{6,24}\/[\w-]{10,90})/i,
  /^https?:\/\/hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/(T\w{5,20}\/[\w/]{8,60})/i,
  /^https?:\/\/open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/([\w-]{12,60})/i,
  /^https?:\/\/oapi\.dingtalk\.com\/robot\/send\?access_token=(\w{12,80})/i,
  /^https?:\/\/qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/(?:send|upload_media)\?key=([\w-]{12,60})/i,
  /^https?:\/\/[\w-]{1,60}\.webhook\.office\.com\/webhookb2\/([\w@-]{12,120})/i,
  /^https?:\/\/chat\.googleapis\.com\/v1\/spaces\/([\w-]{6,40}\/messages\?key=[\w-]{8,80})/i,
  /^https?:\/\/maker\.ifttt\.com\/trigger\/([\w-]{1,60}\/(?:json\/)?with\/key\/[\w-]{8,60})/i,
  /^https?:\/\/(?:sctapi\.ftqq\.com|api\.day\.app)\/([\w-]{12,60})/i,
]
const PLACEHOLDER = /your|xxx|token_?here|placeholder|insert|change/i

/** Whether an address carries the key of someone's bot; a placeholder is the user's own. */
export function isBotAddress(url: string): boolean {
  const key = BOTS.map((bot) => bot.exec(url)?.[1]).find((each) => each !== undefined)
  return key !== undefined && !PLACEHOLDER.test(key)
}
