import company from '../../site/company.json' with { type: 'json' };

export { company };

export const location = `${company.city}, ${company.region}`;
