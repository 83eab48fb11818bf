// One request to any Chat Completions service, without a library.

/** Asks the model for its next message. */
export async function ask(messages, tools) {
  const {
    OPENAI_BASE_URL = 'https://api.openai.com/v1',
    OPENAI_API_KEY = '',
    OPENAI_MODEL = 'gpt-5-mini',
  } = process.env
  const response = await fetch(`${OPENAI_BASE_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${OPENAI_API_KEY}` },
    body: JSON.stringify({ model: OPENAI_MODEL, messages, tools }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()).choices[0].message
}
