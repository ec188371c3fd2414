// Admin, provisioning by an identity provider.
import { createFileRoute } from '@tanstack/react-router';
import { ProvisioningSection } from '../provisioning/provisioning-section.tsx';

export const Route = createFileRoute('/admin/provisioning')({ component: ProvisioningSection });
