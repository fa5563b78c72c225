import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;

/**
 * What a BI tool does: look at the tables and columns, then ask with parameters and read page by page. With the driver
 * of Open Distro (com.amazon.opendistroforelasticsearch.client:opendistro-sql-jdbc:1.13.0.0), over the films of
 * `npm start`:
 *
 *   java -cp opendistro-sql-jdbc-1.13.0.0.jar examples/jdbc/Films.java [http://127.0.0.1:9200]
 *
 * In DBeaver, Tableau or another tool: add the jar as a driver, and connect to jdbc:elasticsearch://http://127.0.0.1:9200
 */
public class Films {
    public static void main(String[] args) throws SQLException {
        String url = args.length > 0 ? args[0] : "http://127.0.0.1:9200";
        try (Connection connection = DriverManager.getConnection("jdbc:elasticsearch://" + url)) {
            columns(connection.getMetaData());
            report(connection, "Warner Bros.", 8.5);
        }
    }

    static void columns(DatabaseMetaData meta) throws SQLException {
        try (ResultSet columns = meta.getColumns(null, null, "movies", "i%")) {
            while (columns.next()) {
                System.out.println(columns.getString("COLUMN_NAME") + ": " + columns.getString("TYPE_NAME"));
            }
        }
    }

    static void report(Connection connection, String distributor, double atLeast) throws SQLException {
        String sql = "SELECT title, released, imdb FROM movies WHERE distributor = ? AND imdb >= ? ORDER BY imdb DESC, title";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setFetchSize(5);
            statement.setString(1, distributor);
            statement.setDouble(2, atLeast);
            try (ResultSet films = statement.executeQuery()) {
                while (films.next()) {
                    String year = films.getDate("released").toString().substring(0, 4);
                    System.out.printf(Locale.ROOT, "%.1f %s %s%n", films.getDouble("imdb"), year, films.getString("title"));
                }
            }
        }
    }
}
