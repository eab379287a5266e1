import given from '../../site/company.json' with { type: 'json' };

/** Street and number, and the postal code, may be left out. */
export const company: Omit<typeof given, 'postalCode' | 'street'> & {
  postalCode?: string;
  street?: string;
} = given;

export const location = `${company.city}, ${company.region}`;
