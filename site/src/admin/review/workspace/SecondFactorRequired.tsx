import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Empty } from '../kernel/states/Placeholder.tsx';

/** Shown to a member without the second factor that the lab requires. */
export default function SecondFactorRequired() {
  return (
    <Empty
      title="A second factor is required"
      text="The lab requires a second factor of everyone here. Please add one to your account. From then on, signing in asks for it."
    >
      <ButtonLink href="/admin?view=account">Go to your account</ButtonLink>
    </Empty>
  );
}
