// Admin, one person: all that those who manage people may change.
import { createFileRoute } from '@tanstack/react-router';
import { EmployeePage } from '../employee/employee-page.tsx';

export const Route = createFileRoute('/admin/people/$employee_id')({ component: One });

function One() {
  const { employee_id } = Route.useParams();
  return <EmployeePage key={employee_id} employee_id={employee_id} />;
}
