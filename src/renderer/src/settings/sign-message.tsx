import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Project } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { Copy } from '../ui/copy.tsx'
import { Failure } from '../ui/failure.tsx'
import { PassphraseField } from '../vault/passphrase-field.tsx'

/** Signs a text with the key of the fee balance, where a market asks who owns a collection. @param chain an EVM chain that is in use */
export function SignMessage({ chain, kind }: { chain: string; kind: Project['kind'] }) {
  const [open, setOpen] = useState(false)
  return (
    <Group>
      <Button variant="default" onClick={() => setOpen(true)}>
        Sign a message
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title="Sign a message with the fee balance" size="lg">
        <Form chain={chain} kind={kind} onClose={() => setOpen(false)} />
      </Modal>
    </Group>
  )
}

function Form({ chain, kind, onClose }: { chain: string; kind: Project['kind']; onClose(): void }) {
  const api = useApi()
  const [message, setMessage] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const sign = useMutation({
    mutationFn: () => api.signMessage({ chain, message, ...(passphrase === '' ? {} : { passphrase }) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sign.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          A market may ask for this to see who owns a collection. It moves nothing and is no transaction, but it can
          sign you in: sign only what you read, for a site that you opened yourself.
        </Text>
        <Textarea
          label="Message, exactly as the market shows it"
          autosize
          minRows={3}
          maxRows={12}
          maxLength={4_000}
          classNames={{ input: 'mono' }}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          data-autofocus
          required
        />
        {kind === 'live' && <PassphraseField value={passphrase} onChange={setPassphrase} />}
        {sign.error && <Failure title="It was not signed" error={sign.error} />}
        {sign.data && (
          <div role="status">
            <Text size="sm" fw={600}>
              Signature of {sign.data.address}
            </Text>
            <Text className="mono breakable" size="sm">
              {sign.data.signature} <Copy value={sign.data.signature} what="signature" />
            </Text>
          </div>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" disabled={message === ''} loading={sign.isPending}>
            Sign
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
