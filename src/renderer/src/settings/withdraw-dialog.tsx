import { Button, Checkbox, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Project, Treasury, WithdrawalCheck, WithdrawalRequest } from '../../../shared/app-api.ts'
import { chainLabel, isChainName } from '../../../shared/chains.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Failure } from '../ui/failure.tsx'
import { moneyText } from '../ui/format.ts'
import { isUnknown } from '../ui/lost-answer.ts'
import { PassphraseField } from '../vault/passphrase-field.tsx'

/** What is checked, and sent once the person has seen the result. */
type Asked = Pick<WithdrawalRequest, 'chain' | 'to' | 'again' | 'amount'>

export interface WithdrawDialogProps {
  /** Null: it is closed. */
  treasury: Treasury | null
  kind: Project['kind']
  onClose(): void
}

/** Sends coin of a fee balance to a wallet of the person's own: an address typed twice, a summary, then the order. */
export function WithdrawDialog({ treasury, kind, onClose }: WithdrawDialogProps) {
  const label = treasury && isChainName(treasury.chain) ? chainLabel(treasury.chain) : ''
  return (
    <Modal opened={treasury !== null} onClose={onClose} title={`Withdraw from the fee balance on ${label}`} size="lg">
      {treasury && <Steps key={treasury.chain} treasury={treasury} kind={kind} onClose={onClose} />}
    </Modal>
  )
}

function Steps({ treasury, kind, onClose }: WithdrawDialogProps & { treasury: Treasury }) {
  const api = useApi()
  const queries = useQueryClient()
  const { amount } = treasury.balance
  // One id for each dialog makes one withdrawal, however often the button is pressed.
  const [id] = useState(() => crypto.randomUUID())
  const [typed, setTyped] = useState({ to: '', again: '', amount: '', whole: 'all' })
  const [passphrase, setPassphrase] = useState('')
  const [said, setSaid] = useState(unsaid)
  const differs = typed.again.trim() !== '' && typed.again.trim() !== typed.to.trim()
  const check = useMutation({ mutationFn: ({ again: _, ...question }: Asked) => api.checkWithdrawal(question) })
  const send = useMutation({
    mutationFn: (asked: Asked) => api.withdraw({ ...asked, ...said, id, ...(passphrase === '' ? {} : { passphrase }) }),
    onSuccess: onClose,
    // Also after a lost answer: the list shows what became of the withdrawal.
    onSettled: () => queries.invalidateQueries({ queryKey: keys.withdrawals }),
  })
  // Sends the request that was checked, whatever is typed meanwhile.
  const shown = check.data && check.variables ? { checked: check.data, asked: check.variables } : null
  const checked = shown?.checked
  const ready = checked && (!checked.isContract || said.toContract) && (!checked.isNeeded || said.anyway)
  const typeAgain = () => {
    check.reset()
    setSaid(unsaid)
  }
  const set = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, ...part })
    typeAgain()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (shown) send.mutate(shown.asked)
    else
      check.mutate({
        chain: treasury.chain,
        to: typed.to.trim(),
        again: typed.again.trim(),
        amount: typed.whole === 'all' ? null : typed.amount.trim(),
      })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {checked ? (
          <Summary checked={checked} said={said} onSaid={setSaid} />
        ) : (
          <>
            <TextInput
              label="Address of your wallet"
              description="Copy it from the wallet. It is sent on this network; the same wallet must take it there."
              classNames={{ input: 'mono' }}
              maxLength={200}
              value={typed.to}
              onChange={(event) => set({ to: event.currentTarget.value })}
              data-autofocus
              required
            />
            <TextInput
              label="The address again"
              description="From where you have it, not from the field above."
              classNames={{ input: 'mono' }}
              maxLength={200}
              value={typed.again}
              error={differs ? 'The two addresses differ.' : undefined}
              onChange={(event) => set({ again: event.currentTarget.value })}
              required
            />
            <SegmentedControl
              aria-label="How much"
              value={typed.whole}
              onChange={(whole) => set({ whole })}
              data={[
                { value: 'all', label: 'All, less the fee' },
                { value: 'amount', label: 'An amount' },
              ]}
            />
            {typed.whole === 'amount' && (
              <TextInput
                label="Amount"
                description={
                  amount === null ? null : `The fee balance holds ${moneyText({ ...treasury.balance, amount })}.`
                }
                inputMode="decimal"
                rightSection={
                  <Text size="sm" c="dimmed">
                    {treasury.balance.currency}
                  </Text>
                }
                rightSectionWidth={56}
                value={typed.amount}
                onChange={(event) => set({ amount: event.currentTarget.value })}
                required
              />
            )}
            {check.error && <Failure title="It cannot be withdrawn so" error={check.error} money="Nothing was sent." />}
          </>
        )}
        {checked && kind === 'live' && <PassphraseField value={passphrase} onChange={setPassphrase} />}
        {send.error &&
          (isUnknown(send.error) ? (
            <Failure
              title="Whether it is sent is not known"
              error={send.error}
              money="Press Send once more: this withdrawal is sent once, however often it is asked for."
            />
          ) : (
            <Failure title="It was not sent" error={send.error} money="The coin is where it was." />
          ))}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={checked ? typeAgain : onClose} disabled={send.isPending}>
            {checked ? 'Back' : 'Cancel'}
          </Button>
          {checked ? (
            <Button type="submit" color="red" disabled={!ready} loading={send.isPending}>
              Send {moneyText(checked.amount)}
            </Button>
          ) : (
            <Button
              type="submit"
              disabled={typed.to.trim() === '' || typed.again.trim() === '' || differs}
              loading={check.isPending}
            >
              Check
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

interface Said {
  toContract: boolean
  anyway: boolean
}

const unsaid: Said = { toContract: false, anyway: false }

function Summary({ checked, said, onSaid }: { checked: WithdrawalCheck; said: Said; onSaid(said: Said): void }) {
  return (
    <>
      <Text component="div">
        <b>{moneyText(checked.amount)}</b> go to
        <div className="mono breakable">{checked.to}</div>
        on {checked.chainLabel}. The network takes up to {moneyText(checked.fee)} for it; what it does not need of that
        stays in the fee balance. It cannot be taken back.
      </Text>
      {checked.isContract && (
        <Checkbox
          label="This address is a contract, and no wallet: coin that it cannot pass on is lost. It is a multisig or a contract wallet of mine that takes coin."
          checked={said.toContract}
          onChange={(event) => onSaid({ ...said, toContract: event.currentTarget.checked })}
        />
      )}
      {checked.isNeeded && (
        <Checkbox
          label={`What is under way still needs about ${moneyText(checked.reserved)}, and less will be left. It may wait for coin.`}
          checked={said.anyway}
          onChange={(event) => onSaid({ ...said, anyway: event.currentTarget.checked })}
        />
      )}
    </>
  )
}
