package dev.dyno.broker.andes;

import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import org.jspecify.annotations.Nullable;

/** The naming service of this process, where Andes looks its database up. */
public final class Naming implements InitialContextFactory {

    private static final Map<String, Object> BOUND = new ConcurrentHashMap<>();

    /** Makes this the naming service of the process. */
    static void install() {
        System.setProperty(Context.INITIAL_CONTEXT_FACTORY, Naming.class.getName());
    }

    static void bind(String name, Object value) {
        BOUND.put(name, value);
    }

    /** A context that implements the two methods that Andes calls. */
    @Override
    public Context getInitialContext(@Nullable Hashtable<?, ?> environment) throws NamingException {
        return new InitialContext(true) {
            @Override
            public Object lookup(String name) throws NameNotFoundException {
                Object value = BOUND.get(name);
                if (value == null) {
                    throw new NameNotFoundException(name);
                }
                return value;
            }

            @Override
            public void close() {}
        };
    }
}
