import { TextInput } from '@mantine/core'

/** The six digits that an authenticator app shows. */
export function CodeInput({ value, onChange }: { value: string; onChange(value: string): void }) {
  return (
    <TextInput
      label="Code"
      description="Six digits, from your authenticator app"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={8}
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
