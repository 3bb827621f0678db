import { type Finish, type Material, type MaterialName, materialOf } from '../scene/materials.ts'

/** The look of a face: its own finish, else that of `body`, else the usual one. */
export function faceLook(
  node: { readonly finishes?: Readonly<Record<string, Finish>> },
  face: string,
  usual: MaterialName,
): Material {
  return materialOf(node.finishes?.[face] ?? node.finishes?.body, usual)
}
