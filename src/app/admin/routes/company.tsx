// Admin, company settings: what holds for everybody.
import { createFileRoute } from '@tanstack/react-router';
import { CompanySection } from '../company/company-section.tsx';

export const Route = createFileRoute('/admin/company')({ component: CompanySection });
