import { PasswordInput } from '@mantine/core'

/** Asks for the vault's passphrase, for actions that a session alone must not allow. */
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
