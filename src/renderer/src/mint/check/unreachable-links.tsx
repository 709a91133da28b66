import { Button, Group, Text } from '@mantine/core'
import type { LinkTrialOf } from './use-link-trial.ts'

/** What it means that linked pictures cannot be loaded now, and a button to try them again. */
export function UnreachableLinks({ links }: { links: LinkTrialOf }) {
  return (
    <>
      <Text size="sm">
        Each row says what is wrong with its link: correct it in the table. They are no obstacle: when an NFT is minted,
        its picture is fetched again, and one that cannot be had then fails alone, without a fee (an ipfs:// link is
        kept as it is).
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="light" loading={links.busy} onClick={links.again}>
          Try them again
        </Button>
      </Group>
    </>
  )
}
