import { Fragment, memo, type ReactNode, useMemo } from 'react'
import { Link } from '../../router/link.js'
import { showInvisible } from '../code/invisible.js'
import type { LinkTarget } from './links.js'
import { type Block, type Inline, type ListEntry, readMarkdown } from './read-markdown.js'

interface MarkdownProps {
  readonly text: string
  /** The page that shows a file of the skill; without it such links stay text. */
  readonly toFile?: (path: string) => string
}

/** The text of a skill as a page. Headings start at the third level, below those of the page. */
export const Markdown = memo(({ text, toFile }: MarkdownProps) => {
  const blocks = useMemo(() => readMarkdown(text), [text])
  return <div className="prose">{renderBlocks(blocks, toFile)}</div>
})

type ToFile = ((path: string) => string) | undefined

function renderBlocks(blocks: readonly Block[], toFile: ToFile): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the tree is rebuilt from its text and never reordered.
  return blocks.map((block, at) => <Fragment key={at}>{renderBlock(block, toFile)}</Fragment>)
}

function renderBlock(block: Block, toFile: ToFile): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <Heading depth={block.depth}>{renderInlines(block.content, toFile)}</Heading>
    case 'paragraph':
      return <p>{renderInlines(block.content, toFile)}</p>
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <pre className="prose-code" tabIndex={0}>
          <code>{showInvisible(block.text)}</code>
        </pre>
      )
    case 'quote':
      return <blockquote>{renderBlocks(block.blocks, toFile)}</blockquote>
    case 'list':
      return renderList(block.start, block.entries, toFile)
    case 'table':
      return <Table block={block} toFile={toFile} />
    case 'rule':
      return <hr />
    case 'markup':
      return (
        <pre className="prose-markup" title="HTML in the text, shown as it is written">
          <code>{showInvisible(block.text)}</code>
        </pre>
      )
    case 'cut':
      return <p className="soft">{block.message}</p>
  }
}

function Heading({ depth, children }: { readonly depth: number; readonly children: ReactNode }) {
  if (depth <= 1) return <h3 className="prose-1">{children}</h3>
  if (depth === 2) return <h4 className="prose-2">{children}</h4>
  if (depth === 3) return <h5 className="prose-3">{children}</h5>
  return <h6 className="prose-3">{children}</h6>
}

function renderList(start: number | undefined, entries: readonly ListEntry[], toFile: ToFile): ReactNode {
  const shown = entries.map(({ isChecked, blocks }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tree is rebuilt from its text and never reordered.
    <li key={at}>
      {isChecked === undefined ? null : <span className="mono">{isChecked ? '[x] ' : '[ ] '}</span>}
      {blocks.length === 1 && blocks[0]?.kind === 'paragraph'
        ? renderInlines(blocks[0].content, toFile)
        : renderBlocks(blocks, toFile)}
    </li>
  ))
  return start === undefined ? <ul>{shown}</ul> : <ol start={start}>{shown}</ol>
}

function Table({ block, toFile }: { readonly block: Extract<Block, { kind: 'table' }>; readonly toFile: ToFile }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="prose-table" tabIndex={0} aria-label="Table in the text">
      <table>
        <thead>
          <tr>
            {block.head.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above.
              <th key={at}>{renderInlines(cell, toFile)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            <tr key={at}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above.
                <td key={column}>{renderInlines(cell, toFile)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {block.left === 0 ? null : (
        <p className="soft small">{block.left.toLocaleString('en')} more rows in the source.</p>
      )}
    </section>
  )
}

function renderInlines(content: readonly Inline[], toFile: ToFile): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: see above.
  return content.map((inline, at) => <Fragment key={at}>{renderInline(inline, toFile)}</Fragment>)
}

function renderInline(inline: Inline, toFile: ToFile): ReactNode {
  switch (inline.kind) {
    case 'text':
      return showInvisible(inline.text)
    case 'code':
      return <code>{showInvisible(inline.text)}</code>
    case 'strong':
      return <strong>{renderInlines(inline.content, toFile)}</strong>
    case 'emphasis':
      return <em>{renderInlines(inline.content, toFile)}</em>
    case 'struck':
      return <s>{renderInlines(inline.content, toFile)}</s>
    case 'link':
      return <SafeLink target={inline.target} content={renderInlines(inline.content, toFile)} toFile={toFile} />
    case 'image':
      return (
        <span className="prose-image" title="Images are not loaded">
          Image: {inline.text === '' ? inline.target : inline.text}
        </span>
      )
    case 'markup':
      return <code className="prose-tag">{showInvisible(inline.text)}</code>
    case 'break':
      return <br />
  }
}

interface SafeLinkProps {
  readonly target: LinkTarget
  readonly content: ReactNode
  readonly toFile: ToFile
}

/** A link says where it leads before it is followed. */
function SafeLink({ target, content, toFile }: SafeLinkProps) {
  if (target.kind === 'external') {
    return (
      <a href={target.url} target="_blank" rel="noopener noreferrer nofollow">
        {content} <span className="prose-where">({target.shown})</span>
      </a>
    )
  }
  if (target.kind === 'file' && toFile !== undefined) return <Link to={toFile(target.path)}>{content}</Link>
  if (target.kind === 'refused') return <span title="This link is not followed">{content}</span>
  return content
}
