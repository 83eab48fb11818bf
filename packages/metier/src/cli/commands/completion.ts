import { answer, type Command } from '../arguments/command.js'
import { oneOf } from '../arguments/one-of.js'
import { composeCompletion, SHELLS } from '../completion/scripts.js'

export const command: Command = {
  name: 'completion',
  summary: 'Print a shell completion script',
  details: ['Completes commands, options and their values, skill names and settings.'],
  arguments: [{ name: 'SHELL', summary: 'The shell', values: SHELLS }],
  options: [],
  examples: [
    { line: 'source <(metier completion bash)', summary: 'bash: enable now, or add this line to ~/.bashrc' },
    { line: 'source <(metier completion zsh)', summary: 'zsh: enable now, or add this line to ~/.zshrc' },
    {
      line: 'metier completion fish | source',
      summary: 'fish: enable now, or add this line to ~/.config/fish/config.fish',
    },
  ],
  async run(input, { commands }) {
    const shell = oneOf(SHELLS, input.argument('SHELL')) ?? 'bash'
    const loaded = await Promise.all(commands.map((entry) => entry.load()))
    const script = composeCompletion(
      shell,
      loaded.map(({ command: each }) => each),
    )
    return answer({ shell, script }, () => script.trimEnd().split('\n'))
  },
}
