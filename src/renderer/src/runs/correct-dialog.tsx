import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Correction, CorrectionRequest, Run, RunRow } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { replaceAnswer } from '../api/replace-answer.ts'
import { Failure } from '../ui/failure.tsx'
import { moneyText } from '../ui/format.ts'
import { RowHistory } from './row-history.tsx'

type Field = 'recipient' | 'name' | 'image'
type Typed = Partial<Record<Field, string>>

export interface CorrectDialogProps {
  run: Run
  row: RunRow
  onClose(): void
}

/** A failed row: what was wrong, the corrected values, and once they are checked, the price and the button that mints the row. */
export function CorrectDialog({ run, row, onClose }: CorrectDialogProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [typed, setTyped] = useState<Typed>({})
  /** The last check, with the request that it is valid for. */
  const check = useMutation({ mutationFn: (request: CorrectionRequest) => api.checkCorrection(run.id, request) })
  const correct = useMutation({
    mutationFn: (request: CorrectionRequest) => api.correctRow(run.id, request),
    onSuccess: async (now) => {
      replaceAnswer(queries, keys.run(run.id), now)
      void queries.invalidateQueries({ queryKey: keys.runs })
      await queries.invalidateQueries({ queryKey: keys.runRows(run.id) })
      onClose()
    },
  })
  const request: CorrectionRequest = { nftId: row.nftId, ...typed }
  const checked = check.data
  const price = checked?.price ?? null
  const short = price !== null && price.shortfall.amount !== '0'
  const change = (field: Field) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setTyped((before) => ({ ...before, [field]: value }))
    // The last check is not of what would be minted now.
    check.reset()
    correct.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (price === null || short) check.mutate(request)
    else correct.mutate(request)
  }
  const wrong = (field: Field) =>
    checked?.findings.find(({ column, level }) => column === field && level === 'error')?.message
  return (
    <Modal opened onClose={onClose} title={`Correct row ${row.row}`} size="lg">
      <form onSubmit={submit}>
        <Stack gap="md">
          <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} title="Why it failed">
            {row.error ?? 'No reason is known.'}
          </Alert>
          <RowHistory failures={row.failures} />
          <TextInput
            label="Recipient"
            description="An address, or an e-mail address"
            value={typed.recipient ?? row.recipient}
            onChange={change('recipient')}
            error={wrong('recipient')}
            data-autofocus
          />
          {row.name !== '' && (
            <>
              <TextInput label="Name" value={typed.name ?? row.name} onChange={change('name')} error={wrong('name')} />
              <TextInput
                label="Picture"
                description="A web address, or the name of a file that was dropped with the spreadsheet; left empty, it stays as it is"
                value={typed.image ?? ''}
                onChange={(event) => {
                  if (event.currentTarget.value !== '') return change('image')(event)
                  setTyped(({ image: _, ...rest }) => rest)
                  check.reset()
                }}
                error={wrong('image')}
              />
            </>
          )}
          {check.error && (
            <Failure title="It could not be checked" error={check.error} money="Nothing was changed or spent." />
          )}
          {checked && <Checked checked={checked} />}
          {correct.error && (
            <Failure
              title="It was not corrected"
              error={correct.error}
              money="Nothing was spent by that; no NFT is minted twice by trying again."
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Leave it
            </Button>
            <Button type="submit" loading={check.isPending || correct.isPending}>
              {price === null ? 'Check and show the price' : short ? 'Check again' : 'Correct and try again'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Warnings, findings that concern no single field, and the price. */
function Checked({ checked: { findings, price } }: { checked: Correction }) {
  const shown = findings.filter(({ level, column }) => level === 'warning' || column === '')
  return (
    <>
      {shown.map(({ code, message }) => (
        <Alert key={code} color="yellow" variant="light" className="breakable">
          {message}
        </Alert>
      ))}
      {price !== null && (
        <Text size="sm">
          It is minted again for about {moneyText(price.fee.expected)}, at most {moneyText(price.fee.high)}
          {price.practice ? ' of play money (practice)' : ''}. A transaction that failed before stays paid.
        </Text>
      )}
      {price !== null && price.shortfall.amount !== '0' && (
        <Alert color="red" variant="light">
          The fee balance lacks {moneyText(price.shortfall)} for that: send it to {price.treasury.address}.
        </Alert>
      )}
    </>
  )
}
