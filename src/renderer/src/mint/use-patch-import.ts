import { useMutation } from '@tanstack/react-query'
import type { ImportPatch } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { sayFailed } from '../ui/say-failed.ts'
import { useRefreshRows } from './use-import-rows.ts'

/** Changes the settings of the check; the rows on screen and the price follow. */
export function usePatchImport(id: string) {
  const api = useApi()
  return useMutation({
    mutationKey: keys.import(id),
    mutationFn: (patch: ImportPatch) => api.patchImport(id, patch),
    onSettled: useRefreshRows(id),
    onError: sayFailed('The change was not taken', 'Nothing was spent.'),
  })
}
