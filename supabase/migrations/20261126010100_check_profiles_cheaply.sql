-- Most profile addresses are told by what follows their beginning: what is taken and refused stays as it was.

-- A profile on linkedin.com, www. or a country's host (two letters), in any case. After /in/ comes a name of
-- ASCII letters, digits, - _ ~ . (not first), letters of other scripts as they are or percent-encoded, then
-- perhaps more path, query or fragment in printable ASCII without blanks, quotes or angle brackets; what follows the
-- name is cut off before it is stored. Plain ASCII, as most are, is told by the part of the rule that is about it, and what
-- begins as most do by what follows: trying each letter in both cases is most of the work.
create or replace function private.is_profile_address(value text) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  if octet_length(value) = char_length(value) and strpos(value, '%') = 0 then
    if starts_with(value, 'https://www.linkedin.com/in/') then
      return char_length(value) <= 300 and substr(value, 29) ~ '^[A-Za-z0-9_~-][A-Za-z0-9._~-]*([/?#][!#-;=?-~]*)?$';
    end if;
    return char_length(value) <= 300
      and value ~ '^[Hh][Tt][Tt][Pp][Ss]?://([Ww][Ww][Ww]\.|[A-Za-z][A-Za-z]\.)?[Ll][Ii][Nn][Kk][Ee][Dd][Ii][Nn]\.[Cc][Oo][Mm]/[Ii][Nn]/[A-Za-z0-9_~-][A-Za-z0-9._~-]*([/?#][!#-;=?-~]*)?$';
  end if;
  return char_length(value) <= 300
    and value ~ '^[Hh][Tt][Tt][Pp][Ss]?://([Ww][Ww][Ww]\.|[A-Za-z][A-Za-z]\.)?[Ll][Ii][Nn][Kk][Ee][Dd][Ii][Nn]\.[Cc][Oo][Mm]/[Ii][Nn]/([A-Za-z0-9_~\u00C0-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2FFF\u3001-\uD7FF-]|%[89A-Fa-f][0-9A-Fa-f])([A-Za-z0-9._~\u00C0-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2FFF\u3001-\uD7FF-]|%[89A-Fa-f][0-9A-Fa-f])*([/?#][!#-;=?-~]*)?$';
end
$$;
