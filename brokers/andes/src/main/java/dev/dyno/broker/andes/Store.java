package dev.dyno.broker.andes;

import dev.dyno.broker.launcher.CannotRunException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import javax.sql.DataSource;

/** The H2 database in which Andes keeps everything, in memory or in a file, with its tables. */
final class Store {

    private static final String TABLES = "/andes-tables.sql";
    private static final String CONNECTIONS = "50";

    private Store() {}

    /** @param kind {@code memory} or {@code file} */
    static String url(String kind, Path data) {
        // Andes writes a last time when it ends, so the database must not close itself on exit; close follows.
        String options = ";DB_CLOSE_ON_EXIT=FALSE;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000";
        return kind.equals("memory")
                ? "jdbc:h2:mem:andes" + options
                : "jdbc:h2:" + data.resolve("store/andes") + options;
    }

    /**
     * Opens the database, with the pool that Andes's database class expects; Andes commits its transactions itself.
     *
     * @throws CannotRunException when the database cannot be opened
     */
    static DataSource open(String url) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("url", url);
        properties.setProperty("driverClassName", "org.h2.Driver");
        properties.setProperty("username", "sa");
        properties.setProperty("password", "");
        properties.setProperty("maxActive", CONNECTIONS);
        properties.setProperty("maxIdle", CONNECTIONS);
        properties.setProperty("defaultAutoCommit", "false");
        DataSource source = pool(properties);
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(tables());
            connection.commit();
        } catch (SQLException e) {
            throw new CannotRunException("the database " + url + " cannot be opened: " + e.getMessage());
        }
        return source;
    }

    /** Writes cached data to disk, and shuts the database down. */
    static void close(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN");
        } catch (SQLException e) {
            // The shutdown closes its own connection, which H2 reports with a state of class 90.
            if (!e.getSQLState().startsWith("90")) {
                throw e;
            }
        }
    }

    private static DataSource pool(Properties properties) throws Exception {
        Class<?> factory = Class.forName("org.apache.tomcat.jdbc.pool.DataSourceFactory");
        try {
            return (DataSource) factory.getMethod("createDataSource", Properties.class)
                    .invoke(factory.getConstructor().newInstance(), properties);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private static String tables() throws IOException {
        try (InputStream in = Store.class.getResourceAsStream(TABLES)) {
            if (in == null) {
                throw new IOException(TABLES + " is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
