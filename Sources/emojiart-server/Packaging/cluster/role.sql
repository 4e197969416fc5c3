-- The role of the servers: it owns its database, and may do nothing else. /etc/patroni/role.sql
SELECT 'CREATE ROLE emojiart LOGIN'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'emojiart') \gexec
ALTER ROLE emojiart PASSWORD 'SERVERS';
SELECT 'CREATE DATABASE emojiart OWNER emojiart ENCODING ''UTF8'' TEMPLATE template0'
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'emojiart') \gexec
REVOKE ALL ON DATABASE emojiart, postgres FROM PUBLIC;
