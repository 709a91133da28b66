import { Text } from '@mantine/core'
import type { Spellings } from './spelling.ts'
import classes from './spellings.module.css'

/** Both spellings of an address, one below the other, with the differing characters marked. */
export function SpellingsOf({ written, meant }: Spellings) {
  return (
    <dl className={classes.both}>
      <dt>
        <Text size="xs" c="dimmed">
          In the file
        </Text>
      </dt>
      <dd className="mono">{marked(written, meant)}</dd>
      <dt>
        <Text size="xs" c="dimmed">
          Right spelling of the same characters
        </Text>
      </dt>
      <dd className="mono">{marked(meant, written)}</dd>
    </dl>
  )
}

function marked(text: string, other: string) {
  return [...text].map((character, place) =>
    character === other[place] ? (
      character
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a character has no identity besides its place
      <mark key={place} className={classes.differs}>
        {character}
      </mark>
    ),
  )
}
