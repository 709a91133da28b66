import { NumberInput, type NumberInputProps } from '@mantine/core'

/**
 * A field for a whole number from 1 on. Its commas are between thousands: Mantine would take one that is pasted for a decimal point,
 * and 10,000 for 10.
 */
export function WholeNumberInput(props: NumberInputProps) {
  return (
    <NumberInput
      min={1}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      allowedDecimalSeparators={['.']}
      {...props}
    />
  )
}
