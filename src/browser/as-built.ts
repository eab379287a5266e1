export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function isAsBuilt(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const asBuilt = [...field.options].find((option) => option.defaultSelected);
    return field.value === (asBuilt ?? field.options[0])?.value;
  }
  if (field instanceof HTMLInputElement && field.type === 'checkbox')
    return field.checked === field.defaultChecked;
  return field.value === field.defaultValue;
}
