import java.sql.*;
import java.util.Properties;
import java.util.StringJoiner;

/** What a Java program does with the JDBC driver; every step prints what it saw, one line each. */
public class Session {
    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        properties.put("fetchSize", "0");
        try (Connection connection = DriverManager.getConnection("jdbc:elasticsearch://" + args[0], properties)) {
            metadata(connection.getMetaData());
            pages(connection);
            parameters(connection);
            values(connection);
            refusals(connection);
        }
    }

    static void metadata(DatabaseMetaData meta) throws SQLException {
        say("product", meta.getDatabaseProductName() + " " + meta.getDatabaseProductVersion());
        try (ResultSet tables = meta.getTables(null, null, "jdbc%", null)) {
            say("tables", column(tables, "TABLE_NAME", "TABLE_TYPE"));
        }
        try (ResultSet tables = meta.getTables(null, null, "%", null)) {
            say("all tables", column(tables, "TABLE_NAME"));
        }
        try (ResultSet columns = meta.getColumns(null, null, "jdbc_kinds", null)) {
            say("columns", column(columns, "COLUMN_NAME", "TYPE_NAME", "DATA_TYPE", "ORDINAL_POSITION"));
        }
        try (ResultSet columns = meta.getColumns(null, null, "jdbc_kinds", "b%")) {
            say("columns like b%", column(columns, "COLUMN_NAME"));
        }
    }

    static void pages(Connection connection) throws SQLException {
        for (String query : new String[] {
            "SELECT n FROM jdbc_rows ORDER BY n",
            "SELECT n FROM jdbc_rows WHERE n < 5",
            "SELECT n FROM jdbc_rows ORDER BY n LIMIT 7",
        }) {
            try (Statement statement = connection.createStatement()) {
                statement.setFetchSize(3);
                try (ResultSet rows = statement.executeQuery(query)) {
                    say("pages of 3", column(rows, "n"));
                }
            }
        }
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(4);
            ResultSet rows = statement.executeQuery("SELECT n FROM jdbc_rows ORDER BY n");
            rows.next();
            rows.close();
            say("closed half-way", "yes");
        }
    }

    interface Binder {
        void bind(PreparedStatement statement) throws SQLException;
    }

    static void parameters(Connection connection) throws SQLException {
        ask(connection, "boolean", "flag = ?", s -> s.setBoolean(1, true));
        ask(connection, "byte", "tiny = ?", s -> s.setByte(1, (byte) -128));
        ask(connection, "short", "small = ?", s -> s.setShort(1, (short) 32000));
        ask(connection, "int", "whole = ?", s -> s.setInt(1, 2000000000));
        ask(connection, "long", "big = ?", s -> s.setLong(1, 9007199254740993L));
        ask(connection, "float", "single = ?", s -> s.setFloat(1, 1.5f));
        ask(connection, "double", "real = ?", s -> s.setDouble(1, -2.25));
        ask(connection, "string", "word = ?", s -> s.setString(1, "it's \"?\" \\ done"));
        ask(connection, "date", "born = ?", s -> s.setDate(1, Date.valueOf("2024-02-29")));
        ask(connection, "timestamp", "seen >= ?", s -> s.setTimestamp(1, Timestamp.valueOf("2024-02-29 12:30:45")));
        ask(connection, "time", "TIME(seen) < ?", s -> s.setTime(1, Time.valueOf("23:00:00")));
        ask(connection, "null", "word = ?", s -> s.setNull(1, Types.VARCHAR));
        ask(connection, "object", "whole = ?", s -> s.setObject(1, 2000000000));
        ask(connection, "two", "whole > ? AND word <> ?", s -> {
            s.setInt(1, 1);
            s.setString(2, "' OR '1'='1");
        });
        try (PreparedStatement statement = connection.prepareStatement("SELECT n FROM jdbc_rows WHERE n > ? ORDER BY n")) {
            statement.setFetchSize(3);
            for (int from : new int[] {5, 8}) {
                statement.setInt(1, from);
                try (ResultSet rows = statement.executeQuery()) {
                    say("again from " + from, column(rows, "n"));
                }
            }
        }
    }

    static void ask(Connection connection, String type, String condition, Binder binder) throws SQLException {
        String query = "SELECT whole FROM jdbc_kinds WHERE " + condition;
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            try {
                binder.bind(statement);
            } catch (SQLFeatureNotSupportedException error) {
                say("parameter " + type, error.getMessage());
                return;
            }
            try (ResultSet rows = statement.executeQuery()) {
                say("parameter " + type, column(rows, "whole"));
            }
        }
    }

    static void values(Connection connection) throws SQLException {
        String query = "SELECT flag, tiny, small, whole, big, half, single, real, scaled, word, prose, born, seen, "
            + "address, DATE(seen) AS day, TIME(seen) AS at FROM jdbc_kinds ORDER BY whole DESC";
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(query)) {
            ResultSetMetaData meta = rows.getMetaData();
            while (rows.next()) {
                for (int i = 1; i <= meta.getColumnCount(); i++) {
                    Object value = rows.getObject(i);
                    String kind = value == null ? "" : " " + value.getClass().getSimpleName();
                    say(meta.getColumnLabel(i) + " " + meta.getColumnTypeName(i), value + kind);
                }
                say("as int, double, text", rows.getInt("whole") + " " + rows.getDouble("single") + " " + rows.getString("real"));
                say("as date, timestamp", rows.getDate("day") + " " + rows.getTimestamp("seen"));
                say("was null", String.valueOf(rows.getLong("big") == 0 && rows.wasNull()));
            }
        }
        try (Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery(
                "SELECT word AS w, COUNT(*) AS c, AVG(single), MAX(born) FROM jdbc_kinds GROUP BY word ORDER BY word");
            ResultSetMetaData meta = rows.getMetaData();
            StringJoiner labels = new StringJoiner(", ");
            for (int i = 1; i <= meta.getColumnCount(); i++) {
                labels.add(meta.getColumnLabel(i) + " " + meta.getColumnTypeName(i));
            }
            say("labels", labels.toString());
            say("groups", column(rows, "w", "c"));
        }
    }

    static void refusals(Connection connection) throws SQLException {
        for (String query : new String[] {"SELEC n", "SELECT n FROM no_such_index", "SELECT nope FROM jdbc_rows"}) {
            try (Statement statement = connection.createStatement()) {
                statement.executeQuery(query);
                say(query, "answered");
            } catch (SQLException error) {
                say(query, String.valueOf(error.getMessage()).split("\n")[0]);
            }
        }
    }

    static String column(ResultSet rows, String... names) throws SQLException {
        StringJoiner all = new StringJoiner(", ");
        while (rows.next()) {
            StringJoiner row = new StringJoiner(" ");
            for (String name : names) row.add(String.valueOf(rows.getObject(name)));
            all.add(row.toString());
        }
        return all.toString();
    }

    static void say(String what, String seen) {
        System.out.println(what + ": " + seen);
    }
}
