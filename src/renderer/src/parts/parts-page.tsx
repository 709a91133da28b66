import { Group, Stack, Text, Title } from '@mantine/core'
import { Mark } from '../ui/mark.tsx'
import { parts } from './parts.tsx'
import classes from './parts-page.module.css'
import { Colours, TypeScale } from './tokens.tsx'
import { workParts } from './work-parts.tsx'

/** The page twice, because a colour scheme applies to a whole document. */
export function BothSchemes() {
  return (
    <div className={classes.both}>
      <iframe src="?scheme=light" title="Light" />
      <iframe src="?scheme=dark" title="Dark" />
    </div>
  )
}

/** Tokens first, then every part under its name. */
export function PartsPage() {
  return (
    <Stack className={classes.page} gap="xl" p="lg" component="main">
      <Group gap="sm">
        <Mark size={16} />
        <Mark size={28} />
        <Mark size={64} />
        <Title order={1}>Parts of Mintdesk</Title>
      </Group>
      <TypeScale />
      <Colours />
      {[...parts, ...workParts].map(({ name, shows }) => (
        <Stack key={name} gap="xs" component="section" aria-label={name}>
          <Text size="xs" c="dimmed" fw={600}>
            {name}
          </Text>
          {shows}
        </Stack>
      ))}
    </Stack>
  )
}
