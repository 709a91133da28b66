import { Button, CopyButton, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { Run } from '../../../shared/app-api.ts'
import { explorerPage } from '../../../shared/explorer.ts'
import { useAppState, useCollections } from '../api/context.tsx'

/** A text for the recipients of a run, with a link to the collection; nothing where there is no such page, as on practice networks. */
export function RunThanks({ run }: { run: Run }) {
  const { data: state } = useAppState()
  const { data: collections } = useCollections()
  const [opened, { open, close }] = useDisclosure(false)
  const contract = collections?.find(({ id }) => id === run.collectionId)?.contractAddress ?? null
  const network = state?.networks.find(({ chain }) => chain === run.chain)
  const link = contract === null ? null : explorerPage(network, 'address', contract)
  if (state?.project.kind !== 'live' || link === null) return null
  return (
    <>
      <Button variant="default" onClick={open}>
        Thank-you text…
      </Button>
      <Modal opened={opened} onClose={close} title="A text for the recipients">
        <ThanksText usual={thanksFor(run, link)} onClose={close} />
      </Modal>
    </>
  )
}

/** @param link the collection in its network's block explorer */
function thanksFor({ collectionName, chainLabel }: Run, link: string): string {
  return `Thank you! An NFT of “${collectionName}” on ${chainLabel} is yours now. It is in the wallet that you gave us, or in one that we keep for you.\n\nThe collection on the chain: ${link}`
}

function ThanksText({ usual, onClose }: { usual: string; onClose(): void }) {
  const [text, setText] = useState(usual)
  return (
    <Stack gap="md">
      <Textarea
        label="Text"
        description="Write it as you like; nothing is sent from here."
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <CopyButton value={text} timeout={1500}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy the text'}</Button>}
        </CopyButton>
      </Group>
    </Stack>
  )
}
