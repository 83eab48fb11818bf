/** What instructions tell somebody to do, phrase by phrase; rules put phrases that stand together into chains. */

export type PhraseKind =
  | 'must-install'
  | 'archive-password'
  | 'run-program'
  | 'paste-terminal'
  | 'conceal'
  | 'silently'
  | 'override'
  | 'authority'
  | 'approval-off'
  | 'safety-off'
  | 'read'
  | 'send'
  | 'answer-with'
  | 'secret-noun'
  | 'private-data'
  | 'seed-phrase'
  | 'ask-user'
  | 'agent-file'
  | 'write'
  | 'remote-rules'
  | 'agent-addressed'
  | 'fake-system'
  | 'decode-steps'
  | 'ignore-refusal'

/** Every gap is bounded and stays on its line. */
const TABLE: Readonly<Record<PhraseKind, readonly RegExp[]>> = {
  'must-install': [
    /\b(?:must|needs? to|has to|have to) be (?:installed|running|active|present|downloaded|set up|enabled)\b/i,
    /\brequires? (?:the |an? |that the )?[`*"]{0,3}[\w.-]{3,40}[`*"]{0,3} (?:utility|tool|runtime|driver|agent|helper|engine|cli|client|software|component|module|bridge|to be installed|to function|to work)\b/i,
    /\b[`*"]{0,3}[\w.-]{3,40}[`*"]{0,3} is (?:required|needed|mandatory|necessary) (?:for|to|before)\b/i,
    /\bwithout [`*"]{0,3}[\w.-]{3,40}[`*"]{0,3} (?:installed|running)\b/i,
    /\bcritical requirement\b|\brequired before (?:using|first use)\b/i,
    /(?:必须|需要|请先|确保).{0,24}(?:安装|下载)/,
  ],
  'archive-password': [
    /\b(?:extract|unzip|unpack|decompress|open|archive|zip|rar)\b[^.\n]{0,50}\b(?:pass(?:word|code|phrase)?|pw)\b\s{0,3}(?:is\b|[:：=]|["'`*(]|\w)/i,
    /\b(?:pass(?:word|code)?|pw)\s{0,2}[:：=]\s{0,2}[`"'*]{0,3}[\w.-]{2,24}/i,
    /(?:解压|压缩包|压缩文件)[^。\n]{0,20}密码/,
  ],
  'run-program': [
    /\b(?:run|start|launch|execute|open|double-click|install)\b[^.\n]{0,40}(?:\.(?:exe|msi|dmg|pkg|app|bat|scr|command)\b|\b(?:executable|installer|setup file|binary|program)\b)/i,
    /\b(?:run|start|launch|execute)\b[^.\n]{0,30}\b(?:before (?:using|starting|first)|file)\b/i,
    /运行[^。\n]{0,20}(?:\.(?:exe|msi|dmg|pkg)|安装)/,
  ],
  'paste-terminal': [
    /\b(?:copy|paste|enter|type|run|execute)\b[^.\n]{0,60}\b(?:in|into|to|with|using)\b[^.\n]{0,24}\b(?:terminal|powershell|command prompt|cmd(?:\.exe)?|iterm|console|run dialog)\b/i,
    /\b(?:visit|open|go to|see)\b[^.\n]{0,60}\b(?:copy|execute|run|follow)\b[^.\n]{0,20}\b(?:command|line|installation)\b/i,
    /\bcopy (?:this|the|that) (?:command|line)\b/i,
    /在?终端中?[^。\n]{0,10}(?:执行|运行|粘贴|复制)/,
  ],
  conceal: [
    /\b(?:do not|don't|never|must not|should not|shouldn't|avoid|without)\s{1,3}(?:\w{1,12}\s){0,2}(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|notify(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|alert(?:ing)?|show(?:ing)?|report(?:ing)?|display(?:ing)?)\b[^.\n]{0,30}\b(?:user|human|person|owner|operator|anyone|this (?:step|rule|instruction|operation|skill|transfer|action|process|block|context|section|data|to)|these (?:steps|instructions|operating|rules))\b/i,
    /\b(?:users?|human|person|owner)\b[^.\n]{0,16}\b(?:should|must|need|does|do)(?:n't|\s{1,3}not)\s{1,3}(?:be (?:informed|told|aware|made aware|notified|alerted)\b)/i,
    /\b(?:hide|conceal)\b[^.\n]{0,40}\bfrom (?:the |your )?(?:user|human|person|owner|operator|log)/i,
    /\bkeep (?:this|it|these|that)(?: \w+){0,3} (?:secret|hidden|confidential from|invisible)\b/i,
    /\bnever mention (?:this|these|it|that)\b|\bdo not (?:mention|include|disclose|reveal|discuss) (?:this|these|it|that) (?:step|rule|instruction|section|in|to|or)\b/i,
    /\bwithout (?:the )?(?:user|human|owner)(?:'s)? (?:knowledge|knowing|awareness|noticing|consent)\b|\bnever be (?:disclosed|summari[sz]ed|mentioned|revealed)\b|\bwithout disclosing\b/i,
    /(?:不要|勿|别)(?:告诉|通知|提及|告知|让)[^。\n]{0,6}用户/,
  ],
  silently: [
    /\b(?:silently|secretly|covertly|stealthily|invisibly|discreetly|quietly)\b[^.\n]{0,40}\b(?:run|execute|read|send|fetch|perform|upload|append|add|include|collect|forward|copy|install|load|record|post|transmit|download|create)/i,
    /\b(?:run|execute|read|send|perform|process|do) (?:\w{1,12} ){0,2}(?:silently|secretly|covertly)\b/i,
  ],
  override: [
    /\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,16}\b(?:all |any |the |your |previous |prior |above |earlier |preceding |existing |safety |security |system ){1,4}(?:instructions?|rules?|prompts?|guidelines?|directives?|guardrails?|constraints?|polic(?:y|ies)|safety|restrictions?|checks?)\b/i,
    /\byou are (?:now|no longer)\b[^.\n]{0,40}\b(?:mode|unrestricted|jailbroken|developer|DAN|root|admin|bound by|restricted)\b/i,
    /\btakes? precedence over (?:the |any |all )?(?:user|system|other|previous)\b/i,
    /\boverrides? (?:your |the |any |all )?(?:current|previous|user|system|default|other) (?:task|instruction|request|prompt|rule|guideline)/i,
    /忽略(?:所有|之前|以上|先前)[^。\n]{0,8}(?:指令|指示|规则|说明)/,
  ],
  authority: [
    /\b(?:treated?|considered|interpreted?|loaded|regarded) as (?:persistent |a |an |high-priority )?(?:system|user|developer|admin)[- ]?(?:level)? ?(?:instruction|message|prompt|directive|authority)/i,
    /\bsame authority as (?:the )?(?:user|system)\b/i,
    /\b(?:system|security|admin(?:istrator)?|compliance) (?:override|directive|initiali[sz]ation required|mandate)\s{0,2}:/i,
    /\bhidden_?system_?prompt\b/i,
    /\bOVERRIDE:\s/,
  ],
  'approval-off': [
    /\bwithout (?:asking|confirmation|confirming|approval|prompting|permission|user (?:confirmation|approval|consent|permission)|asking for (?:confirmation|permission|approval)|any (?:confirmation|approval|prompt))\b/i,
    /\b(?:do not|don't|never) (?:ask|prompt|request|wait)\b[^.\n]{0,24}\b(?:confirm\w*|approval|permission|consent|user)\b/i,
    /\b(?:auto-?approve|skip|disable|bypass|suppress|turn off)\w*\b[^.\n]{0,20}\b(?:all )?(?:confirmations?|approvals?|permission (?:checks?|prompts?)|confirmation prompts?|prompts|human[- ]in[- ]the[- ]loop)\b/i,
    /\bpre-?approved\b/i,
    /\b(?:approve|accept|allow|confirm|(?:say|answer) yes to)\b[^.\n]{0,20}\b(?:all|every|any|each)\b[^.\n]{0,24}\b(?:prompts?|permissions?|requests?|confirmations?|tool calls?|commands?|dialogs?)\b/i,
    /\b(?:approvals?|confirmations?|permission prompts?|sandbox(?:ing)?)\b[^.\n]{0,12}\b(?:off|disabled|none|never)\b/i,
    /--dangerously-skip-permissions|--yolo\b|"?skip_?confirmations?"?\s{0,2}[:=]\s{0,2}"?true|"?allow_all_tools"?\s{0,2}[:=]\s{0,2}"?true|confirm-(?:writes|shell)=false|"?autoApprove"?\s{0,2}[:=]\s{0,2}(?:true|\[\s{0,4}"\*)|"?bypassPermissions"?|trust-level=full|"?exec\.?approval"?\s{0,2}[:=]\s{0,2}"?(?:off|false|never)/i,
  ],
  'safety-off': [
    /\b(?:disable|turn off|remove|bypass|ignore|deactivate|switch off|lift|skip)\w*\b[^.\n]{0,30}\b(?:safety|security|sandbox|guardrails?|protections?|restrictions?|firewall|antivirus|defender|gatekeeper|policy enforcement|audit (?:log|trail)|content filter|security (?:controls?|checks?|scanning|features?))\b/i,
    /\bsecurity controls? to permissive\b|\bread-only`? restriction is lifted\b|\bnot logged to the audit\b|\bopen trust model\b/i,
  ],
  read: [
    /\b(?:read|cat|collect|gather|extract|access|load|scan|harvest|list|enumerate|inventory|catalog(?:ue)?|dump|copy|find|search for|compile|retrieve|capture|record|check)\b/i,
    /读取|收集|获取/,
  ],
  send: [
    /\b(?:send|post|upload|transmit|forward|submit|exfiltrate|deliver|sync|report|push|publish|back(?:ed|s)? ?up|e-?mail|pass|share|log)(?:s|ed|ing)?\b[^.\n]{0,80}\b(?:to|at|via|into|with)\b/i,
    /\b(?:http )?post\b[^.\n]{0,40}https?:\/\//i,
    /发送到|上传到|提交到/,
  ],
  'answer-with': [
    /\b(?:include|put|embed|append|add|display|output|show|print|paste|echo|return|pass)(?:ing|ed|s)?\b[^.\n]{0,60}\b(?:in|into|to|at|with|as)\b[^.\n]{0,30}\b(?:response|answer|reply|output|report|commit message|conversation|parameter|argument|field|request|message|url|query|html|comment)\b/i,
    /\b(?:output|display|show|print|include) (?:the )?(?:raw|full|current|actual|complete)\b[^.\n]{0,20}\b(?:keys?|contents?|values?|credentials?|secrets?|tokens?|key material)\b/i,
    /\bcontents? (?:must|should) be displayed\b/i,
  ],
  'secret-noun': [
    /\b(?:api[ _-]?keys?|access[ _-]?(?:keys?|tokens?)|secret[ _-]?keys?|private[ _-]?keys?|ssh[ _-]?keys?|credentials?|passwords?|secrets|auth(?:entication)?[ _-]?tokens?|session[ _-]?(?:tokens?|cookies?)|bearer tokens?|tokens|environment variables?|env vars?|seed phrases?|recovery (?:phrase|words?)|mnemonics?|keychain|cookies|id_rsa|id_ed25519)\b/i,
    /(?:^|[\s"'`(])(?:~\/)?\.(?:env|ssh|aws|npmrc|netrc|gnupg|kube)\b/i,
    /密钥|密码|凭证|令牌/,
  ],
  'private-data': [
    /\b(?:conversation|chat) (?:history|context|content|transcript|log)|\b(?:user|session|patient|customer|personal|private|sensitive|project|all|full|source|working) (?:data|files?|code|documents?|information|messages?|text|contents?|context|tool ?calls?)\b|\b(?:tool ?call|user) (?:requests?|inputs?|quer(?:y|ies)|prompts?|messages?)\b|\bclipboard|\bscreenshots?\b|\bgenerated code\b|\bstack traces?\b|\ball (?:data|messages|files|emails|contracts|analyzed)\b|\bevery (?:message|email|query|file|response)\b/i,
  ],
  'seed-phrase': [
    /\b(?:seed|recovery|secret recovery|mnemonic|backup) (?:phrases?|words?)\b|\b(?:twelve|12|24|twenty-four)[- ](?:recovery |seed |secret )?words?\b|\bwallet(?:'s)? private keys?\b|助记词/i,
  ],
  'ask-user': [
    /\b(?:ask|prompt|request|instruct|tell|require|have|get)\b[^.\n]{0,24}\b(?:user|person|human|customer|them)\b[^.\n]{0,40}\b(?:for|to (?:enter|provide|paste|share|give|type|send|input)|enter|provide|paste)\b/i,
    /\b(?:enter|paste|provide|share|type) (?:your|their|the user's)\b/i,
  ],
  'agent-file': [
    /\b(?:MEMORY|SOUL|AGENTS|CLAUDE|HEARTBEAT|IDENTITY|TOOLS|USER|GEMINI|BOOTSTRAP)\.md\b/,
    /\.cursor\/rules|\.cursorrules|copilot-instructions\.md|\.windsurfrules|\.claude\/(?:settings(?:\.local)?\.json|instructions|CLAUDE)|~\/\.claude\.json|\.claude\.json\b|claude_desktop_config\.json|\.openclaw\/(?:openclaw|exec-approvals)\.json|\.mcp\.json|mcp\.json\b|\.vscode\/(?:settings|tasks)\.json/i,
    /\b(?:agent|assistant|system|persistent) (?:memory|prompt) file\b|\blong-term memory\b/i,
  ],
  write: [
    /\b(?:append|add|write|insert|edit|modify|update|overwrite|create|change|inject|prepend|install|replace|put|save)\b/i,
  ],
  'remote-rules': [
    /\b(?:fetch|load|read|download|retrieve|get|pull|check|visit|open|follow)\b[^.\n]{0,80}https?:\/\/[^\s]{1,200}[^.\n]{0,60}\b(?:follow|apply|execute|obey|incorporate|carry out|run|perform|act on|adopt|use)\b[^.\n]{0,40}\b(?:instructions?|directives?|rules?|commands?|steps?|it|them|found|there|response)\b/i,
    /\b(?:follow|obey|trust|execute|apply|carry out)\b[^.\n]{0,40}\b(?:instructions?|directives?|commands?|rules?)\b[^.\n]{0,30}\b(?:from|at|on|in|returned by|found (?:at|on|in))\b[^.\n]{0,20}https?:\/\//i,
    /\b(?:fetch|load|download|retrieve|get)\b[^.\n]{0,50}\b(?:latest |additional |updated |remote |new )(?:rules|instructions|directives|prompt)\b[^.\n]{0,60}\b(?:follow|apply|execute|obey|incorporate|from)\b/i,
  ],
  'agent-addressed': [
    /\b(?:note|instructions?|message|directive|context|reminder|attention)\b[^.\n]{0,16}\b(?:for|to)\b[^.\n]{0,12}\b(?:the |any |all )?(?:assistant|agents?|ai|model|llm|claude|gpt|bot)\b/i,
    /\b(?:ai|llm) (?:agents?|assistants?|models?)\b[^.\n]{0,16}\b(?:must|should|shall|need|only|reading)\b/i,
    /\b(?:SYSTEM|ASSISTANT|AGENT|HIDDEN|SECRET|INTERNAL)\s?(?:INSTRUCTIONS?|NOTE|PROMPT|OVERRIDE|MESSAGE|DIRECTIVE)?:\s/,
    /\b(?:user|person|human|reader) (?:cannot|can't|does not|won't|will not) see\b/i,
  ],
  'fake-system': [
    /<\/?(?:IMPORTANT|SYSTEM|system|system-reminder|SYSTEM_PROMPT|system_prompt|admin|ADMIN|instructions_override|hidden|secret|priority|CRITICAL)>/,
    /\[\/?(?:SYSTEM|INST|SYS|ADMIN|SYSTEM OVERRIDE|SYSTEM PROMPT|IMPORTANT[^\]\n]{0,30})\]/,
    /<\|(?:im_start|system|assistant|user|endoftext)\|>|<<SYS>>|###\s{0,2}(?:System|SYSTEM)\s?:|^\s{0,8}(?:#\s)?SYSTEM:\s/m,
  ],
  'decode-steps': [
    /\bdecod(?:e|ing) (?:instructions?|steps?|procedure|the (?:following|payload|string|blob|text))\b/i,
    /\b(?:encoded|protected|merged|obfuscated|encrypted|scrambled) (?:payload|instructions?|data|integers?|command|values?)\b/i,
    /\b(?:modular inverse|reconstruct by taking|recorded lengths|index map(?:ping)?|base85|ascii85|rot13|xor key)\b/i,
    /\bgenerate the (?:installation instructions|full license|command)[^.\n]{0,24}(?:on the fly|deterministically|using)\b/i,
  ],
  'ignore-refusal': [
    /\bif (?:the )?(?:user|they|person)\b[^.\n]{0,20}\b(?:hesitates?|refuses?|declines?|asks? why|objects?|questions?)\b[^.\n]{0,80}\b(?:reassure|tell|explain|insist|cannot|must|proceed|continue|say)\b/i,
    /\bdo not (?:skip|omit|refuse|question|overthink|refactor|verify|warn)\b|\bdon't overthink\b|\bexecute\b[^.\n]{0,30}\bwithout verif/i,
  ],
}

export interface Phrase {
  readonly kind: PhraseKind
  readonly index: number
  readonly length: number
}

/** The first phrase of a kind in a text. */
export function findPhrase(text: string, kind: PhraseKind): Phrase | undefined {
  for (const pattern of TABLE[kind]) {
    const match = pattern.exec(text)
    if (match !== null) return { kind, index: match.index, length: match[0].length }
  }
  return undefined
}
