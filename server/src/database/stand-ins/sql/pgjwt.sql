-- The functions of pgjwt, which need pgcrypto alone.
create function extensions.url_encode(data bytea) returns text
language sql immutable
as $$
  select translate(encode(data, 'base64'), E'+/=\n', '-_')
$$;

create function extensions.url_decode(data text) returns bytea
language sql immutable
as $$
  select decode(translate(data, '-_', '+/') || repeat('=', (4 - length(data) % 4) % 4), 'base64')
$$;

create function extensions.algorithm_sign(signables text, secret text, algorithm text) returns text
language sql immutable
as $$
  select extensions.url_encode(
    extensions.hmac(signables, secret, case algorithm
      when 'HS256' then 'sha256' when 'HS384' then 'sha384' when 'HS512' then 'sha512' else '' end)
  )
$$;

create function extensions.sign(payload json, secret text, algorithm text default 'HS256') returns text
language sql immutable
as $$
  select signables || '.' || extensions.algorithm_sign(signables, secret, algorithm)
  from (
    select extensions.url_encode(convert_to(format('{"alg":"%s","typ":"JWT"}', algorithm), 'UTF8')) || '.'
      || extensions.url_encode(convert_to(payload::text, 'UTF8')) as signables
  ) parts
$$;

create function extensions.verify(token text, secret text, algorithm text default 'HS256')
returns table (header json, payload json, valid boolean)
language sql stable
as $$
  select convert_from(extensions.url_decode(parts[1]), 'UTF8')::json,
    convert_from(extensions.url_decode(parts[2]), 'UTF8')::json,
    parts[3] = extensions.algorithm_sign(parts[1] || '.' || parts[2], secret, algorithm)
      and coalesce(to_timestamp((convert_from(extensions.url_decode(parts[2]), 'UTF8')::json ->> 'exp')::numeric) > now(), true)
  from string_to_array(token, '.') parts
$$;
