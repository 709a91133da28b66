import { List, Stack, Text } from '@mantine/core'
import type { VaultState } from '../../../shared/app-api.ts'
import classes from './word-sheet.module.css'

/** The backup sheet: the words with their places, and the projects' places in the seed. */
export function WordSheet({ words, projects }: { words: readonly string[]; projects: VaultState['projects'] }) {
  const numbered = words.map((word, at) => ({ word, place: at + 1 }))
  return (
    <Stack gap="sm">
      <Text>
        Write these {words.length} words on paper, in this order. Whoever has them has everything in the live projects:
        keep them off computers, photos and clouds.
      </Text>
      <ol className={classes.words} aria-label="The words of the seed">
        {numbered.map(({ word, place }) => (
          <li key={place}>
            <span className={classes.place} aria-hidden>
              {place}
            </span>
            <span className="mono">{word}</span>
          </li>
        ))}
      </ol>
      {projects.length > 0 && (
        <div>
          <Text>Beside them, write the place of each live project in the seed:</Text>
          <List withPadding>
            {projects.map(({ name, index }) => (
              <List.Item key={index}>
                <b>{index}</b> {name}
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  )
}
