import { Badge, Tooltip } from '@mantine/core'
import type { Project } from '../../../shared/app-api.ts'

type Kind = Project['kind']

const about: Record<Kind, string> = {
  practice: 'Everything happens on networks inside this app. The coins are play money and cost nothing.',
  live: 'Everything happens on public networks. The coins are real money, and what is minted stays.',
}

/** Practice (calm) or Live (amber), shown wherever money is. */
export function KindBadge({ kind, explained = true }: { kind: Kind; explained?: boolean }) {
  const badge = (
    <Badge
      variant={kind === 'live' ? 'filled' : 'light'}
      color={kind === 'live' ? 'yellow.4' : 'blue'}
      c={kind === 'live' ? '#3d2a00' : undefined}
      size="md"
      radius="sm"
      tt="none"
      fw={600}
      style={{ flexShrink: 0 }}
      {...(explained ? { tabIndex: 0 } : {})}
    >
      {kind === 'live' ? 'Live' : 'Practice'}
    </Badge>
  )
  return explained ? <Tooltip label={about[kind]}>{badge}</Tooltip> : badge
}
