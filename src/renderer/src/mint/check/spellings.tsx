import { Text } from '@mantine/core'
import type { Spellings } from './spelling.ts'
import classes from './spellings.module.css'

/** Both spellings of an address under each other, with the characters marked in which they differ. */
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
