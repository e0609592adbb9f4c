package org.wso2.carbon.user.api;

/** The users, of whom Andes asks for the administrator only. */
@FunctionalInterface
public interface UserRealm {

    RealmConfiguration getRealmConfiguration() throws UserStoreException;
}
