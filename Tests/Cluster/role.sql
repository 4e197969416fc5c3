-- The role of the servers: it owns its database, and may do nothing else.
CREATE ROLE emojiart LOGIN PASSWORD '$password';
CREATE DATABASE emojiart OWNER emojiart ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE emojiart, postgres FROM PUBLIC;
