import { useEffect, useState } from 'react'
import { Icon } from '../../parts/icon.js'

interface SearchBoxProps {
  readonly query: string
  readonly onChange: (query: string) => void
  readonly onDown: () => void
}

/** Searches as you type; the down arrow goes on into the table. */
export function SearchBox({ query, onChange, onDown }: SearchBoxProps) {
  const [text, setText] = useState(query)
  // The address may change by itself: back, a facet's link, a cleared search.
  useEffect(() => setText(query), [query])
  const set = (next: string) => {
    setText(next)
    onChange(next)
  }
  return (
    <div className="search">
      <Icon name="search" />
      <input
        className="input"
        type="search"
        data-search
        aria-label="Search skills"
        placeholder="Search by what it does"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => set(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            onDown()
          } else if (event.key === 'Escape' && text !== '') {
            event.preventDefault()
            set('')
          }
        }}
      />
      <kbd>/</kbd>
    </div>
  )
}
