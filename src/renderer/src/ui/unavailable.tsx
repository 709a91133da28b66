import { Alert, Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { CollectionSummary } from '../../../shared/app-api.ts'
import { useAppState } from '../api/context.tsx'
import { Allowed } from './allowed.tsx'
import { GoOn } from './go-on.tsx'
import { whyNot } from './network/network-state.ts'
import { plainWords } from './plain-words.ts'

/** Why nothing can be minted into a collection now, and the cure, here or in Settings. */
export function Unavailable({ collection, children }: { collection: CollectionSummary; children?: ReactNode }) {
  const { data: state } = useAppState()
  const network = state?.networks.find(({ chain }) => chain === collection.chain)
  const needs = network?.needs
  return (
    <Alert color="yellow" role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm" className="breakable">
          {network && needs !== undefined
            ? `${network.label}: ${whyNot(network)}`
            : plainWords(collection.unavailable ?? '')}{' '}
          {needs === undefined && children}
        </Text>
        {collection.halted && (
          <Allowed right="admin">
            <GoOn collection={collection} />
          </Allowed>
        )}
        {needs === 'programs' && (
          <Button component={Link} href="/settings/practice" size="xs" variant="default">
            Get the programs in Settings
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
