import { ActionIcon, Group, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Copy } from './copy.tsx'
import { shortAddress } from './format.ts'
import { Identicon } from './identicon.tsx'
import { Tip } from './tip.tsx'

export interface AddressProps {
  address: string
  /** The address's page in the block explorer, where the chain has one. */
  explorer?: string | null
  what?: string
  /** A picture that is the same for the same address; useless for what is seen once, such as a transaction hash. */
  identicon?: boolean
}

/** An address or hash, shortened in the middle, in full on hover and focus, with copy and explorer beside it. */
export function Address({ address, explorer, what = 'address', identicon = true }: AddressProps) {
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex" style={{ verticalAlign: 'middle' }}>
      {identicon && <Identicon address={address} />}
      <Tip label={address} maw={480}>
        <Text component="span" className="mono" style={{ whiteSpace: 'nowrap' }}>
          {shortAddress(address)}
        </Text>
      </Tip>
      <Copy value={address} what={what} />
      {explorer && (
        <Tip label="Open in the block explorer">
          <ActionIcon
            component="a"
            href={explorer}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            color="gray"
            size="sm"
            aria-label="Open in the block explorer"
          >
            <IconExternalLink size={14} />
          </ActionIcon>
        </Tip>
      )}
    </Group>
  )
}
