import { PasswordInput } from '@mantine/core'

/** Asks for the passphrase of the vault, where a person does what whoever holds their session may not. */
export function PassphraseField({ value, onChange }: { value: string; onChange(passphrase: string): void }) {
  return (
    <PasswordInput
      label="Passphrase of the vault"
      autoComplete="current-password"
      maxLength={1_000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
