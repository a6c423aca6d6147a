import type { DynamicModule } from '@nestjs/common';
import type { InstanceBinding } from '../instance/bind-to-instance.js';

const bindings = new WeakMap<DynamicModule, InstanceBinding>();

/** Lets tools of another module join the server that a module declares. */
export function rememberBinding(binding: InstanceBinding, declared: DynamicModule): DynamicModule {
  bindings.set(declared, binding);
  return declared;
}

/** @throws Error when the module declares no server */
export function bindingOf(declared: DynamicModule): InstanceBinding {
  const binding = bindings.get(declared);
  if (!binding) throw new Error('"joins" must be the very module that CoradbMcpModule.forRoot gave.');
  return binding;
}
