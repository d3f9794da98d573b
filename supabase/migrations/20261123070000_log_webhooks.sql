-- What is changed about addresses stands in the access log (65_access_log), with the host alone: a whole address of Slack is a
-- secret.
create function private.log_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  webhook constant private.webhooks := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op = 'UPDATE' and old.events @> new.events and old.events <@ new.events
    and (old.includes_person, old.state) = (new.includes_person, new.state)
  then
    return null;
  end if;
  perform private.log_access(
    case tg_op when 'INSERT' then 'webhook_added' when 'UPDATE' then 'webhook_changed' else 'webhook_removed' end,
    detail => jsonb_build_object(
      'host', substring(webhook.url from '^https://([^/?]+)'), 'events', webhook.events,
      'includes_person', webhook.includes_person, 'state', webhook.state));
  return null;
end
$$;

create trigger log_webhooks
  after insert or delete or update of events, includes_person, state on private.webhooks
  for each row execute function private.log_webhooks();

create function private.log_webhook_secrets() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_access('webhook_secret_renewed', detail => jsonb_build_object(
    'host', (select substring(w.url from '^https://([^/?]+)') from private.webhooks w where w.id = new.webhook_id)));
  return null;
end
$$;

create trigger log_webhook_secrets
  after update of expires_at on private.webhook_secrets
  for each row when (old.expires_at is null and new.expires_at is not null)
  execute function private.log_webhook_secrets();

revoke all on function private.log_webhooks(), private.log_webhook_secrets() from public, anon, authenticated;
