import { Group, Stack, Text } from '@mantine/core'
import classes from './parts-page.module.css'

const scale = [
  { token: '--app-text-title', words: 'Mint 9,985 NFTs · 28', weight: 600 },
  { token: '--app-text-heading', words: 'Who gets what · 20', weight: 600 },
  { token: '--app-text-subheading', words: '122 mistyped addresses · 16', weight: 600 },
  { token: '--app-text-body', words: 'Traits are public for ever. · 14', weight: 400 },
  { token: '--app-text-small', words: 'minted yesterday · 12', weight: 400 },
]

/** The sizes of text; weight makes the rest of the hierarchy. */
export function TypeScale() {
  return (
    <Stack gap={4} component="section" aria-label="Text">
      {scale.map(({ token, words, weight }) => (
        <Text key={token} fw={weight} style={{ fontSize: `var(${token})`, lineHeight: 1.35 }}>
          {words}
        </Text>
      ))}
    </Stack>
  )
}

const colours = [
  '--app-ground',
  '--app-surface',
  '--app-hairline',
  '--mantine-color-blue-filled',
  '--mantine-color-blue-light',
  '--app-accent',
  '--app-accent-light',
  '--app-art-frame',
  '--app-line',
  '--app-ok-text',
  '--app-warn',
  '--app-warn-text',
  '--app-wrong',
  '--app-bad-text',
]

/** Every colour that means something, by its variable. */
export function Colours() {
  return (
    <Group gap="md" component="section" aria-label="Colours">
      {colours.map((token) => (
        <Stack key={token} gap={4}>
          <div className={classes.swatch} style={{ background: `var(${token})` }} />
          <Text size="xs" className="breakable" w={112}>
            {token.replace('--mantine-color-', '').replace('--app-', '')}
          </Text>
        </Stack>
      ))}
    </Group>
  )
}
