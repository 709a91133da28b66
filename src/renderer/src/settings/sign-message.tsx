import { Button, Code, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Project, Treasury } from '../../../shared/app-api.ts'
import { chainLabel, isChainName } from '../../../shared/chains.ts'
import { familyOf } from '../../../shared/families.ts'
import { useApi } from '../api/context.tsx'
import { Copy } from '../ui/copy.tsx'
import { Failure } from '../ui/failure.tsx'
import { PassphraseField } from '../vault/passphrase-field.tsx'

interface SignMessageProps {
  /** The treasuries of networks in use. */
  treasuries: readonly Treasury[]
  kind: Project['kind']
}

/** Signs a text with the treasury's key, for marketplaces that ask who owns a collection. */
export function SignMessage({ treasuries, kind }: SignMessageProps) {
  const [open, setOpen] = useState(false)
  return (
    <Group>
      <Button variant="default" onClick={() => setOpen(true)}>
        Sign a message
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title="Sign a message with the fee balance" size="lg">
        <Form treasuries={treasuries} kind={kind} onClose={() => setOpen(false)} />
      </Modal>
    </Group>
  )
}

function Form({ treasuries, kind, onClose }: SignMessageProps & { onClose(): void }) {
  const api = useApi()
  const choices = choicesOf(treasuries)
  const [chain, setChain] = useState(choices[0]?.value ?? '')
  const [message, setMessage] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const sign = useMutation({
    mutationFn: (message: string) => api.signMessage({ chain, message, ...(passphrase === '' ? {} : { passphrase }) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sign.mutate(message)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          A market may ask for this to see who owns a collection. It moves nothing and is no transaction, but it can
          sign you in: sign only what you read, for a site that you opened yourself.
        </Text>
        {choices.length > 1 && (
          <Select
            label="Key of"
            data={choices}
            value={chain}
            onChange={(value) => {
              if (value === null) return
              setChain(value)
              sign.reset()
            }}
            allowDeselect={false}
          />
        )}
        <Textarea
          label="Message, exactly as the market shows it"
          autosize
          minRows={3}
          maxRows={12}
          maxLength={4_000}
          classNames={{ input: 'mono' }}
          value={message}
          onChange={(event) => {
            setMessage(event.currentTarget.value)
            // The signature belongs to the text before this change.
            sign.reset()
          }}
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
            {sign.data.publicKey !== null && (
              <Text className="mono breakable" size="sm">
                Public key {sign.data.publicKey} <Copy value={sign.data.publicKey} what="public key" />
              </Text>
            )}
            {sign.data.message !== sign.variables && (
              <>
                <Text size="sm">
                  What was signed, as wallets of this network do <Copy value={sign.data.message} what="signed text" />
                </Text>
                <Code block className="breakable">
                  {sign.data.message}
                </Code>
              </>
            )}
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

/** One network of each family; its key signs for all networks of the family. EVM networks share one address. */
function choicesOf(treasuries: readonly Treasury[]): { value: string; label: string }[] {
  const families = new Set(treasuries.map(({ chain }) => familyOf(chain)))
  return [...families].flatMap((family) => {
    const [first, ...more] = treasuries.filter(({ chain }) => familyOf(chain) === family)
    if (first === undefined) return []
    const label = isChainName(first.chain) ? chainLabel(first.chain) : first.chain
    return [{ value: first.chain, label: more.length === 0 ? label : `${label} and ${more.length} more` }]
  })
}
