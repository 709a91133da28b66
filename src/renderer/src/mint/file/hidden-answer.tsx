import { Button, Group, Stack } from '@mantine/core'
import type { Import } from '../../../../shared/app-api.ts'
import { plainWords } from '../../ui/plain-words.ts'
import { usePatchImport } from '../use-patch-import.ts'

/** The question about hidden rows and columns, with its two answers. */
export function HiddenAnswer({ file }: { file: Import }) {
  const patch = usePatchImport(file.id)
  const question = plainWords(file.failure?.message ?? '')
  return (
    <Stack gap="xs">
      {question} Nothing was spent.
      <Group gap="xs">
        <Button variant="default" size="xs" loading={patch.isPending} onClick={() => patch.mutate({ hidden: 'skip' })}>
          Leave them out
        </Button>
        <Button variant="default" size="xs" loading={patch.isPending} onClick={() => patch.mutate({ hidden: 'mint' })}>
          Mint them too
        </Button>
      </Group>
    </Stack>
  )
}
