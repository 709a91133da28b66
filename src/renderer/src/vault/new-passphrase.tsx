import { PasswordInput, Text } from '@mantine/core'
import { shortestPassphrase } from '../../../shared/app-api.ts'

export interface NewPassphraseValue {
  first: string
  again: string
}

/** Whether the two entries are the same and long enough. */
export function isPassphrase({ first, again }: NewPassphraseValue): boolean {
  return first.length >= shortestPassphrase && first === again
}

/** Asks for a new passphrase, twice. */
export function NewPassphrase({
  value,
  onChange,
}: {
  value: NewPassphraseValue
  onChange(value: NewPassphraseValue): void
}) {
  const short = value.first.length > 0 && value.first.length < shortestPassphrase
  const differs = value.again.length > 0 && !value.first.startsWith(value.again)
  return (
    <>
      <PasswordInput
        label="New passphrase"
        description={`At least ${shortestPassphrase} characters: a few words are good. It opens the vault on any computer.`}
        autoComplete="new-password"
        maxLength={1_000}
        value={value.first}
        error={short && value.again !== '' ? `It has fewer than ${shortestPassphrase} characters.` : undefined}
        onChange={(event) => onChange({ ...value, first: event.currentTarget.value })}
      />
      <PasswordInput
        label="The same again"
        autoComplete="new-password"
        maxLength={1_000}
        value={value.again}
        error={differs ? 'It is not the same.' : undefined}
        onChange={(event) => onChange({ ...value, again: event.currentTarget.value })}
      />
      <Text size="sm" c="dimmed">
        Nobody can reset it. Whoever forgets it needs the 24 words.
      </Text>
    </>
  )
}
